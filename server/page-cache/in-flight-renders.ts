import type { Day } from '#domain/dates.ts'
import type { CachedResponse } from './cached-response.ts'

interface Render {
  response: Promise<CachedResponse>
  /** Tags that were invalidated since the start of the render; null for all. */
  changed: Set<string> | null
  /** The Indian day that the response shows. */
  day: Day
}

interface Rendered {
  response: CachedResponse
  /** Whether a tag of the response was invalidated since the start of its render. */
  isStale: () => boolean
}

/**
 * Shares renders between requests for the same key. A request never joins a render that began before a change, because
 * that render may have read the data before the change.
 *
 * @param render adds the cache tags of the response to `tags`
 */
export function createInFlightRenders(render: (key: string, tags: Set<string>) => Promise<CachedResponse>) {
  const running = new Set<Render>()
  const joinable = new Map<string, Render>()

  function begin(key: string, day: Day): Render {
    const started: Render = { response: render(key, new Set()), changed: new Set(), day }
    running.add(started)
    joinable.set(key, started)
    const end = () => {
      running.delete(started)
      if (joinable.get(key) === started) joinable.delete(key)
    }
    started.response.then(end, end)
    return started
  }

  return {
    async get(key: string, today: Day): Promise<Rendered> {
      const joined = joinable.get(key)
      const found = joined?.day === today ? joined : begin(key, today)
      const response = await found.response
      return { response, isStale: () => isInvalidated(response.tags, found.changed) }
    },
    has: (key: string) => joinable.has(key),
    /** @param tags changed cache tags; null for all */
    invalidate(tags: ReadonlySet<string> | null): void {
      joinable.clear()
      for (const started of running) started.changed = tags && started.changed && started.changed.union(tags)
    },
  }
}

function isInvalidated(tags: ReadonlySet<string>, changed: ReadonlySet<string> | null): boolean {
  if (changed === null) return true
  return tags.size === 0 ? changed.size > 0 : !tags.isDisjointFrom(changed)
}
