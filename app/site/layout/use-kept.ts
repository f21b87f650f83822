import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { keep, recall } from '#app/browser/kept-state.ts'
import { neverChanges } from './use-hydrated.ts'

/**
 * State of a page that is found again by going back to it.
 *
 * @param name of the state, unique on its page
 * @param initial what is not worth keeping; never undefined
 * @returns value and setter, like useState; values survive JSON
 */
export function useKept<T>(name: string, initial: T) {
  const { key, pathname } = useLocation()
  const place = `${key} ${pathname} ${name}`
  const [start] = useState(place)
  const kept = useSyncExternalStore(
    neverChanges,
    () => recall(start) as T | undefined,
    () => undefined,
  )
  const [changed, change] = useState<T | undefined>(undefined)
  const held = changed === undefined ? kept : changed

  useEffect(() => {
    if (held !== undefined) keep(place, held === initial ? undefined : held)
  }, [place, held, initial])
  return [held === undefined ? initial : held, change as (value: T) => void] as const
}
