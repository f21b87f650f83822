import { useSyncExternalStore } from 'react'

/** For useSyncExternalStore: a value that differs between server and browser, and then stays. */
export function neverChanges() {
  return () => undefined
}

/** @returns false on the server and in the first rendering after it, then true */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
