import { useState } from 'react'
import { useFetcher } from 'react-router'
import { useLiveNotices } from '#app/browser/use-live-notices.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { READING_FROM_PX } from '#domain/limits.ts'
import { changesSince, released, withChanges, type Overlay } from '#domain/live-list.ts'
import { useNewReply } from './use-new-reply.ts'

type Overlays = Partial<Record<ContentTable, Overlay>>

const UNCHANGED: Overlay = new Map()

interface FetchedPage<Reply> {
  tables: readonly ContentTable[]
  /** Where the page can be fetched again. */
  href: string
  /** Whether it was fetched too long ago to trust, such as before going back to it. */
  isOld: boolean
  /** Takes the page as it is now, and says whether the reply still fitted. */
  renew: (reply: Reply) => boolean
}

/**
 * What staff publish while a page is open, on top of what was fetched. The page is fetched again when somebody looks at
 * it anew and when the connection came back. New notices wait while the reader is further down.
 */
export function useLiveOverlays<Reply>({ tables, href, isOld, renew }: FetchedPage<Reply>) {
  const [overlays, setOverlays] = useState<Overlays>({})
  const [whenAsked, setWhenAsked] = useState<Overlays>({})
  const { load, data } = useFetcher({ key: `again:${tables.join()}` })

  useLiveNotices(tables, {
    isOld: () => isOld,
    changed: (table, changes) => {
      const holdsNew = scrollY > READING_FROM_PX
      setOverlays((all) => ({ ...all, [table]: withChanges(all[table] ?? UNCHANGED, changes, holdsNew) }))
    },
    lapsed: () => {
      setWhenAsked(overlays)
      void load(href)
    },
  })

  const reply = useNewReply(data as Reply | undefined)
  if (reply && renew(reply)) {
    setOverlays((all) => mapped(all, (overlay, table) => changesSince(overlay, whenAsked[table] ?? UNCHANGED)))
  }

  return {
    overlayOf: (table: ContentTable) => overlays[table] ?? UNCHANGED,
    showWaiting: () => {
      setOverlays((all) => mapped(all, released))
      scrollTo({ top: 0 })
    },
  }
}

function mapped(overlays: Overlays, change: (overlay: Overlay, table: ContentTable) => Overlay): Overlays {
  const entries = Object.entries(overlays) as [ContentTable, Overlay][]
  return Object.fromEntries(entries.map(([table, overlay]) => [table, change(overlay, table)]))
}
