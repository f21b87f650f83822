import { createContext, use } from 'react'
import type { NavigationLink } from './navigation.ts'

/** Path of the current page; empty when no link is to be marked. */
export const CurrentPath = createContext('')

/** Links as list items; the link to the current page is marked. */
export function NavigationItems({ links }: { links: readonly NavigationLink[] }) {
  const currentPath = use(CurrentPath)
  return links.map(({ label, href }) => (
    <li key={href}>
      <a href={href} aria-current={href === currentPath ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ))
}
