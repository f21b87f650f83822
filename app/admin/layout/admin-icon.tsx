import { PathIcon } from '#app/ui/icon.tsx'
import { byReferenceTable } from '#domain/admin/reference-tables.ts'
import { byTable } from '#domain/content/registry.ts'

/** Paths of icons that only the admin uses; visitors do not download them. */
const DRAWINGS = {
  ...byTable(({ adminIcon }) => adminIcon),
  ...byReferenceTable(({ icon }) => icon),
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4',
  device: 'M7 3h10v18H7zM11 18h2',
  search_words: 'M4 6h9M4 11h6M4 16h5M20 20l-3.5-3.5M18 14a4 4 0 1 0-8 0 4 4 0 0 0 8 0Z',
  inbox: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  dead_link: 'm9 15 1.5-1.5M13.5 10.5 15 9m-4-2 2-2a4 4 0 0 1 6 6l-2 2m-4 4-2 2a4 4 0 0 1-6-6l2-2M4 4l16 16',
  staff:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 2.5-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.3.8 3.5 2.7 3.5 5.5',
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c0-4 3-6 7.5-6s7.5 2 7.5 6',
  report: 'M6 21V4h12l-3 4.5L18 13H6',
  edit: 'M4 20h4L19 9l-4-4L4 16Z',
  delete: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 10.5v5.5M13.5 10.5v5.5',
  refresh: 'M20 6v5h-5M4 18v-5h5M6 9a7 7 0 0 1 12-2l2 4M18 15a7 7 0 0 1-12 2l-2-4',
  plus: 'M12 5v14M5 12h14',
  up: 'M12 19V5M7 10l5-5 5 5',
  downwards: 'M12 5v14M7 14l5 5 5-5',
  warning: 'M12 4 2.5 20h19ZM12 10v4.5M12 17.5v.1',
  signOut: 'M14 5h5v14h-5M4 12h10M10.5 8l4 4-4 4',
}

export type AdminIconName = keyof typeof DRAWINGS

/** A decorative icon: the text beside it, or the label of its button, has the same meaning. */
export function AdminIcon({ name }: { name: AdminIconName }) {
  return <PathIcon path={DRAWINGS[name]} />
}
