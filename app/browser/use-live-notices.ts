import { useEffect, useEffectEvent } from 'react'
import type { LiveListener } from '#app/data/live-notices.ts'
import { useSite } from '#app/data/use-site.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { whenIdle } from './when-idle.ts'

/** Hears of changes of these tables as they happen, once the page has nothing else to do. It works without, too. */
export function useLiveNotices(tables: readonly ContentTable[], listener: LiveListener): void {
  const { publishableKey } = useSite().site
  const changed = useEffectEvent(listener.changed)
  const lapsed = useEffectEvent(listener.lapsed)
  const isOld = useEffectEvent(listener.isOld)
  const names = tables.join()

  useEffect(() => {
    const since = performance.now()
    const gone = new AbortController()
    const follow = async () => {
      await whenIdle()
      const { followNotices } = await import('#app/data/live-notices.ts')
      if (gone.signal.aborted) return
      const interest = { tables: names.split(',') as ContentTable[], listener: { changed, lapsed, isOld }, since }
      gone.signal.addEventListener('abort', followNotices(publishableKey, interest))
    }
    follow().catch((error: unknown) => console.warn('The page does not hear of changes', error))
    return () => gone.abort()
  }, [publishableKey, names])
}
