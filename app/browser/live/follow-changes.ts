import { RealtimeClient, type RealtimeChannel } from '@supabase/realtime-js'
import {
  CHANGES_BATCH_MS,
  CHANGES_SPREAD_MS,
  HIDDEN_LIVE_MS,
  LIVE_GAP_MS,
  REALTIME_EVENTS_PER_SECOND,
} from '#domain/limits.ts'
import { openPages, refreshPage } from './refresh-page.ts'

/**
 * Fetches the page again whenever something that it shows changes, as its tags say. A connection that breaks off comes
 * back by itself; it is closed while the page is hidden, and when the document may go into the back-forward cache.
 */
export function followChanges(): void {
  const { key = '' } = document.documentElement.dataset
  const client = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key, eventsPerSecond: REALTIME_EVENTS_PER_SECOND },
  })
  let channel: RealtimeChannel | null = null
  let tags = ''
  let isAway = false
  let shownAt = performance.now()

  function follow(): void {
    const wanted = isAway ? '' : (document.querySelector('main')?.dataset['tags'] ?? '')
    if (wanted === tags) return
    tags = wanted
    if (channel) void client.removeChannel(channel)
    channel = wanted ? subscribe(client.channel(`page:${wanted}`), wanted.split(' ')) : null
    if (!channel) void client.disconnect()
  }

  function subscribe(joined: RealtimeChannel, names: string[]): RealtimeChannel {
    for (const name of names) {
      const [table = '', id] = name.split(':')
      const filter = id === undefined ? {} : { filter: `id=eq.${id}` }
      joined.on('postgres_changes', { event: '*', schema: 'public', table, ...filter }, changed)
    }
    let isFirst = true
    return joined.subscribe((status) => {
      if (joined !== channel || status !== 'SUBSCRIBED') return
      // What changed before the subscription, or while it was broken, was not heard.
      if (!isFirst || performance.now() - shownAt > LIVE_GAP_MS) changed()
      isFirst = false
    })
  }

  function come(): void {
    isAway = false
    follow()
  }
  function leave(): void {
    isAway = true
    follow()
  }
  let rest: ReturnType<typeof setTimeout> | undefined
  addEventListener('pageshown', () => {
    shownAt = performance.now()
    come()
  })
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => {
    clearTimeout(rest)
    if (document.hidden) rest = setTimeout(leave, HIDDEN_LIVE_MS)
    else come()
  })
  follow()
}

let timer: ReturnType<typeof setTimeout> | undefined
let isRunning = false
let isChangedMeanwhile = false

/** The first change shows at once, those that follow on its heels together. */
function changed(): void {
  if (isRunning) isChangedMeanwhile = true
  if (isRunning || timer !== undefined) return
  timer = setTimeout(() => void run(), spread())
}

async function run(): Promise<void> {
  timer = undefined
  isRunning = true
  await refreshPage().catch((error: unknown) => console.info('The page could not be brought up to date', error))
  setTimeout(() => {
    isRunning = false
    if (!isChangedMeanwhile) return
    isChangedMeanwhile = false
    changed()
  }, CHANGES_BATCH_MS)
}

/** While few pages are open they all ask at once; thousands of them ask one after the other. */
function spread(): number {
  return Math.random() * Math.min(openPages(), CHANGES_SPREAD_MS)
}
