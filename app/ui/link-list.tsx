import type { ReactNode } from 'react'
import { webLink } from '#domain/web-link.ts'
import { Icon } from './icon.tsx'
import { StoredText } from './stored-text.tsx'

export function LinkList({ children }: { children: ReactNode }) {
  return <ul className="link-list">{children}</ul>
}

/** A link to another site with the name of its host. A value that is no web address is shown as text. */
export function OutsideLink({ label, address }: { label: string; address: string }) {
  const target = webLink(address)
  return (
    <li>
      {target ? (
        <a href={target.href} rel="noopener noreferrer nofollow">
          <span>
            {label}
            <small>{target.host}</small>
          </span>
          <Icon name="leave" />
        </a>
      ) : (
        <p>
          {label}
          <small>
            <StoredText text={address} />
          </small>
        </p>
      )}
    </li>
  )
}

export function InsideLink({ label, note, href }: { label: string; note: string; href: string }) {
  return (
    <li>
      <a href={href}>
        <span>
          <StoredText text={label} />
          <small>{note}</small>
        </span>
        <Icon name="right" />
      </a>
    </li>
  )
}
