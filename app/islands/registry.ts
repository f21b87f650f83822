/** Starts an island in its element of the document. */
type StartIsland = (element: HTMLElement) => void

/** What makes the browser load an island: the visitor focuses it, or it scrolls into view. */
export type IslandTrigger = 'focus' | 'visible'

/** Every island with the import of its script, which is loaded, together with React, when it is needed. */
export const ISLANDS = {
  'search-box': () => import('./search-box/start-search-box.tsx'),
  'notification-settings': () => import('#app/push/settings/start-notification-settings.tsx'),
  'saved-notices': () => import('#app/saved/start-saved-page.ts'),
} satisfies Record<string, () => Promise<{ start: StartIsland }>>

export type IslandName = keyof typeof ISLANDS
