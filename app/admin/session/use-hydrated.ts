import { useSyncExternalStore } from 'react'

/** @returns whether the page answers: false on the server and in the browser's first rendering of what the server sent */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
