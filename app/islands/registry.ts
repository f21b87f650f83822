type StartIsland = (element: HTMLElement) => void

/** What makes the browser load an island: the visitor focuses it, or it scrolls into view. */
export type IslandTrigger = 'focus' | 'visible'

/** Islands that only their own pages have, with the imports of their scripts, which are loaded when they are needed. */
const OF_SOME_PAGES = {
  'photo-resizer': () => import('./photo-resizer/start-photo-resizer.tsx'),
  'eligibility-form': () => import('./eligibility-form/start-eligibility-form.ts'),
  'age-calculator': () => import('./age-calculator/start-age-calculator.ts'),
  'notification-settings': () => import('#app/push/settings/start-notification-settings.tsx'),
  'saved-notices': () => import('#app/saved/start-saved-page.ts'),
} satisfies Record<string, () => Promise<{ start: StartIsland }>>

export type IslandName = 'search-box' | keyof typeof OF_SOME_PAGES

/** Loads the script of such an island. @returns undefined for an unknown name */
export function importIsland(name: string): Promise<{ start: StartIsland }> | undefined {
  return Object.hasOwn(OF_SOME_PAGES, name) ? OF_SOME_PAGES[name as keyof typeof OF_SOME_PAGES]() : undefined
}
