/**
 * What a visitor typed and loaded on a page of this tab, for when the way leads back to it. The session storage carries
 * it over documents: official sites open in the same tab, and the pages of this site are never kept by the browser.
 * A place is the key of an entry of the history, a space, and what it is that is kept there.
 */
const STORAGE_KEY = 'kept-state'

/** Places remembered; the one longest untouched makes room. */
const PLACES_MAX = 40

let places: Map<string, unknown> | undefined

/** @returns what was kept at a place; undefined when nothing was */
export function recall(place: string): unknown {
  return remembered().get(place)
}

/** @param value undefined forgets the place */
export function keep(place: string, value: unknown): void {
  const all = remembered()
  all.delete(place)
  if (value !== undefined) all.set(place, value)
  const oldest = all.keys().next()
  if (all.size > PLACES_MAX && !oldest.done) all.delete(oldest.value)
}

function remembered(): Map<string, unknown> {
  if (places) return places
  addEventListener('pagehide', store)
  const isNewStart = !cameBack()
  const here = `${(history.state as { key?: string } | null)?.key ?? 'default'} `
  return (places = new Map(stored().filter(([place]) => !(isNewStart && place.startsWith(here)))))
}

/** A page that is asked for by its address, or loaded anew, starts empty. */
function cameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'back_forward'
}

function stored(): [string, unknown][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, unknown][]
  } catch {
    return []
  }
}

function store(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...remembered()]))
  } catch {
    // Storage is refused or full: going back over documents then starts anew.
  }
}
