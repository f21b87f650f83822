import { useSyncExternalStore } from 'react'

interface Store<T> {
  get: () => T
  set: (value: T) => void
  /** @returns the value; the component renders again when it changes */
  use: () => T
}

/** A value that loaders and actions of the router share with components. The server never changes it. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  const get = () => value
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(next) {
      value = next
      for (const notify of listeners) notify()
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
