import type { ContentTable } from '#domain/content/content-kind.ts'
import { kindOfTable } from '#domain/content/registry.ts'

export interface NavigationLink {
  label: string
  href: string
}

/** Source: specification, section 2, Public navigation. */
const ORDER: ContentTable[] = ['jobs', 'admit_cards', 'results', 'admissions', 'syllabus', 'answer_keys']

export const MAIN_LINKS: NavigationLink[] = [
  { label: 'Home', href: '/' },
  ...ORDER.map(kindOfTable).map(({ navLabel, listPath }) => ({ label: navLabel, href: listPath })),
]

export const MORE_LINKS: NavigationLink[] = [
  { label: 'Contact', href: '/contact' },
  { label: 'Privacy Policy', href: '/privacy' },
  { label: 'Disclaimer', href: '/disclaimer' },
]

export const FOOTER_LINKS: NavigationLink[] = [
  { label: 'Home', href: '/' },
  ...MORE_LINKS,
  { label: 'Notifications', href: '/notifications' },
]
