import { useSyncExternalStore } from 'react'

/** @returns whether the page is hydrated: false on the server and in the first render in the browser */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
