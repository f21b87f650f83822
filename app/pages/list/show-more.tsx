import type { ReactNode } from 'react'

/** The next page of a list: a separate page without scripts; a script appends its rows below those on screen. */
export function ShowMore({ href, children }: { href: string | null; children?: ReactNode }) {
  return (
    <div className="show-more">
      {href && (
        <a className="button" href={href} rel="next" data-more="">
          Show more
        </a>
      )}
      {children}
    </div>
  )
}
