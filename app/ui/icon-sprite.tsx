import type { ReactNode } from 'react'
import type { KindIcon } from '#domain/content/content-kind.ts'

/** Icons of 24 by 24 units, stroked in the text's colour unless they fill themselves. */
const DRAWINGS = {
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
  leave: <path d="M14 5h5v5M19 5l-8 8M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4" />,
  case: <path d="M3.5 7.5h17v12h-17zM9 7.5V5h6v2.5M3.5 13h17" />,
  ticket: <path d="M4 4h16v16H4zM8 8.5h3v3.5H8zM14 9h3M14 12h3M8 16h9" />,
  medal: <path d="M12 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm-3.5 11L7 21l5-2.5L17 21l-1.5-7" />,
  ticks: <path d="m4 7.5 2 2 4-4M4 16.5l2 2 4-4M13.5 8H20M13.5 17H20" />,
  cap: <path d="m2 9 10-5 10 5-10 5ZM6 11.5V16c3 3 9 3 12 0v-4.5M22 9v6" />,
  book: <path d="M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1ZM12 6v14" />,
  page: <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />,
  chat: <path d="M4 20l1.3-4.2A8 8 0 1 1 8.4 19ZM9 10.5h6M9 13.5h4" />,
  send: <path d="M20.5 4 3.5 11l6 2.5m11-9.5-3.5 15-8-5.5m11-9.5-11 9.5v6l3.2-3.5" />,
  share: <path d="M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8" />,
  link: (
    <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2" />
  ),
  open: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4.5 9.5 3 3 6-6.5" />,
  closed: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8.5 8.5l7 7m0-7-7 7" />,
} satisfies Record<KindIcon, ReactNode> & Record<string, ReactNode>

export type IconName = keyof typeof DRAWINGS

/** Every icon once per document; `Icon` refers to them. */
export function IconSprite() {
  return (
    <svg className="icon-sprite" width="0" height="0" aria-hidden="true">
      {Object.entries(DRAWINGS).map(([name, drawing]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 24 24">
          {drawing}
        </symbol>
      ))}
    </svg>
  )
}
