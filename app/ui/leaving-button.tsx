import { isStoredFile } from '#domain/stored-file.ts'
import { webLink } from '#domain/web-link.ts'
import { Icon } from './icon.tsx'
import { StoredText } from './stored-text.tsx'

interface LeavingButtonProps {
  text: string
  address: string
  siteName: string
  opensTab?: boolean | undefined
}

/** The primary button of a page: it leads to another site and shows its host, or to a file of this site. */
export function LeavingButton({ text, address, siteName, opensTab = false }: LeavingButtonProps) {
  const target = webLink(address)
  if (!target)
    return (
      <p className="no-button">
        <StoredText text={address} />
      </p>
    )
  const tab = opensTab ? { target: '_blank' } : {}
  if (isStoredFile(target.href)) {
    return (
      <a className="button primary big" href={target.href} {...tab}>
        {text}
        <Icon name="page" />
      </a>
    )
  }
  return (
    <div className="leaving">
      <a className="button primary big" href={target.href} {...tab} rel="noopener noreferrer nofollow">
        {text}
        <span className="visually-hidden"> on {target.host}</span>
        <Icon name="leave" />
      </a>
      <p>
        Leaves {siteName} for <b>{target.host}</b>
      </p>
    </div>
  )
}

/** Shown in place of a button that is not available yet; its text explains why. */
export function WaitingButton({ text }: { text: string }) {
  return (
    <button type="button" className="button big" disabled>
      {text}
    </button>
  )
}
