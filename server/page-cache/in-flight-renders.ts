import type { Day } from '#domain/dates.ts'
import type { CachedResponse } from './cached-response.ts'

interface Render {
  response: Promise<CachedResponse>
  /** Tags of what has changed since it began; null for anything. */
  changed: Set<string> | null
  /** The day that it shows. */
  day: Day
}

interface Rendered {
  response: CachedResponse
  /** Whether something that the response was made from has changed since its rendering began. */
  isStale: () => boolean
}

/**
 * Shares renders between requests for the same key. A request never joins a render that began before a change, because
 * that render may have read what was there before.
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
      return { response, isStale: () => isTouched(response.tags, found.changed) }
    },
    /** @param tags what has changed; null for anything */
    invalidate(tags: ReadonlySet<string> | null): void {
      joinable.clear()
      for (const each of running) each.changed = tags && each.changed && each.changed.union(tags)
    },
  }
}

function isTouched(tags: ReadonlySet<string>, changed: ReadonlySet<string> | null): boolean {
  if (changed === null) return true
  return tags.size === 0 ? changed.size > 0 : !tags.isDisjointFrom(changed)
}
