/** Starts an island in its element of the document. */
type StartIsland = (element: HTMLElement) => void

/** What makes the browser load an island: the visitor focuses it, or it scrolls into view. */
export type IslandTrigger = 'focus' | 'visible'

/** Every island with the import of its script, which is loaded, with React if it has components, when it is needed. */
export const ISLANDS = {
  'search-box': () => import('./search-box/start-search-box.tsx'),
  'photo-resizer': () => import('./photo-resizer/start-photo-resizer.tsx'),
  'eligibility-form': () => import('./eligibility-form/start-eligibility-form.ts'),
  'age-calculator': () => import('./age-calculator/start-age-calculator.ts'),
  'notification-settings': () => import('#app/push/settings/start-notification-settings.tsx'),
  'saved-notices': () => import('#app/saved/start-saved-page.ts'),
} satisfies Record<string, () => Promise<{ start: StartIsland }>>

export type IslandName = keyof typeof ISLANDS
