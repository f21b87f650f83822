import type { ReactNode } from 'react'

/** Icons of 24 by 24 units, stroked in the text's colour unless they fill themselves. */
export const DRAWINGS = {
  theme: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 4v16a8 8 0 0 0 0-16Z" fill="currentColor" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  cross: <path d="m6 6 12 12M18 6 6 18" />,
  search: <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm9 16-4-4" />,
  down: <path d="m5 9 7 7 7-7" />,
  right: <path d="m9 5 7 7-7 7" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  spark: (
    <path d="M12 3c.8 5.5 3 8 9 9-6 1-8.2 3.5-9 9-.8-5.5-3-8-9-9 6-1 8.2-3.5 9-9Z" fill="currentColor" stroke="none" />
  ),
  hourglass: <path d="M7 4h10M7 20h10M8 4c0 5 8 6 8 8s-8 3-8 8M16 4c0 5-8 6-8 8s8 3 8 8" />,
  play: <path d="M8 5.5v13l10-6.5Z" fill="currentColor" stroke="none" />,
  clock: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 4V12l3 2" />,
  calendar: <path d="M5 6h14v14H5zM5 10.5h14M9 3.5V7m6-3.5V7" />,
  leave: <path d="M14 5h5v5m0-5-8 8m6 1v5H5V7h5" />,
  page: <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />,
  chat: <path d="M4 20l1.3-4.2A8 8 0 1 1 8.4 19ZM9 10.5h6M9 13.5h4" />,
  send: <path d="M20.5 4 3.5 11l6 3 3 6Zm-11 10 11-10" />,
  share: <path d="M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8" />,
  link: <path d="m9 15 6-6m-4-2 2-2a4 4 0 0 1 6 6l-2 2m-4 4-2 2a4 4 0 0 1-6-6l2-2" />,
  open: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4.5 9.5 3 3 6-6.5" />,
  closed: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8.5 8.5l7 7m0-7-7 7" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof DRAWINGS

/** A decorative icon; the text beside it, or the label of its button, has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return <IconDrawing>{DRAWINGS[name]}</IconDrawing>
}

/** @param path on 24 by 24 units: `icon` of a kind, for example */
export function PathIcon({ path }: { path: string }) {
  return (
    <IconDrawing>
      <path d={path} />
    </IconDrawing>
  )
}

/**
 * An icon is drawn where it is used: references to one drawing would need a shadow tree each before the first paint, and
 * would hardly make a compressed document smaller.
 */
function IconDrawing({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}
