/** Takes over an element of the document. */
type StartIsland = (element: HTMLElement) => void

/** What makes the browser load an island: the reader uses it, or it comes into view. */
export type IslandTrigger = 'focus' | 'visible'

/** Every island: its script, and with it React, is loaded when it is needed. */
export const ISLANDS = {
  'search-box': () => import('./search-box/start-search-box.tsx'),
  'notification-settings': () => import('./notification-settings/start-notification-settings.tsx'),
} satisfies Record<string, () => Promise<{ start: StartIsland }>>

export type IslandName = keyof typeof ISLANDS
