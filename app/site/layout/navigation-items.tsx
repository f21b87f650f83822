import type { NavigationLink } from './navigation.ts'

/** Links as list items; the page one is on is marked. */
export function NavigationItems({ links, currentPath }: { links: readonly NavigationLink[]; currentPath: string }) {
  return links.map(({ label, href }) => (
    <li key={href}>
      <a href={href} aria-current={href === currentPath ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ))
}
