import { RealtimeClient, type RealtimeChannel, type RealtimePostgresChangesPayload } from '@supabase/realtime-js'
import {
  CHANGES_BATCH_MS,
  CHANGES_SPREAD_MS,
  FAILED_REFRESH_MS,
  HIDDEN_LIVE_MS,
  LIVE_GAP_MS,
  REALTIME_EVENTS_PER_SECOND,
} from '#domain/limits.ts'
import { openPages, refreshForChange } from './refresh-page.ts'
import { shownMain } from '#app/browser/shown-page.ts'

/**
 * Subscribes to changes of the rows that the page shows, by its tags, and refreshes the page after a change. The client
 * reconnects by itself; the connection is closed while the page is hidden, and when the document may enter the
 * back-forward cache.
 */
export function followChanges(): void {
  const { key = '' } = document.documentElement.dataset
  const client = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key, eventsPerSecond: REALTIME_EVENTS_PER_SECOND },
  })
  let channel: RealtimeChannel | null = null
  let tags = ''
  let isDisconnected = false
  /** Resolves when the last connection has closed; before, the client would use it as if it were open. */
  let closed: Promise<unknown> = Promise.resolve()
  let shownAt = performance.now()

  function follow(): void {
    const newTags = isDisconnected ? '' : tagsOnScreen()
    if (newTags === tags) return
    tags = newTags
    if (channel) void client.removeChannel(channel)
    // Without a channel the client closes the connection by itself, later: the next page may need it.
    channel = newTags ? subscribe(client.channel(`page:${newTags}`), newTags.split(' ')) : null
  }

  function subscribe(joined: RealtimeChannel, names: string[]): RealtimeChannel {
    for (const name of names) {
      const [table = '', id] = name.split(':')
      const filter = id === undefined ? {} : { filter: `id=eq.${id}` }
      joined.on('postgres_changes', { event: '*', schema: 'public', table, ...filter }, (change) => {
        noteChange(change)
        scheduleRefresh()
      })
    }
    let isFirst = true
    return joined.subscribe((status) => {
      if (joined !== channel || status !== 'SUBSCRIBED') return
      // Changes before the subscription, or while the connection was lost, were missed.
      if (!isFirst || performance.now() - shownAt > LIVE_GAP_MS) scheduleRefresh()
      isFirst = false
    })
  }

  function connect(): void {
    isDisconnected = false
    void closed.then(follow)
  }
  function disconnect(): void {
    isDisconnected = true
    follow()
    closed = client.disconnect()
  }
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  addEventListener('pageshown', () => {
    shownAt = performance.now()
    connect()
    cancelRefresh()
    if (isOlderThanChange()) scheduleRefresh()
  })
  addEventListener('pagehide', disconnect)
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer)
    if (document.hidden) hiddenTimer = setTimeout(disconnect, HIDDEN_LIVE_MS)
    else connect()
  })
  follow()
}

/** @returns the tags of the page on screen, separated by spaces */
function tagsOnScreen(): string {
  return shownMain()?.dataset['tags'] ?? ''
}

/** When rows have changed, by tag. */
const changedAt = new Map<string, number>()

function noteChange({ table, new: after, old: before }: RealtimePostgresChangesPayload<Record<string, unknown>>): void {
  const { id } = { ...before, ...after } as { id?: number }
  const now = performance.now()
  changedAt.set(table, now).set(`${table}:${id}`, now)
}

/** Whether something on the page has changed since the page was requested, which may have been long before it is shown. */
function isOlderThanChange(): boolean {
  const [address = ''] = location.href.split('#')
  // Browsers record only the first 250 requests of a document: a page without a record counts as old.
  const requestedAt = performance.getEntriesByName(address).at(-1)?.startTime ?? 0
  return tagsOnScreen()
    .split(' ')
    .some((tag) => (changedAt.get(tag) ?? 0) > requestedAt)
}

let timer: ReturnType<typeof setTimeout> | undefined
let isRunning = false
let isChangedAgain = false

/** The first change refreshes the page at once; changes that follow shortly after are batched. */
function scheduleRefresh(): void {
  if (isRunning) isChangedAgain = true
  if (isRunning || timer !== undefined) return
  timer = setTimeout(() => void run(), refreshDelay())
}

/** A change on the page that was left is no reason to fetch the page that has replaced it. */
function cancelRefresh(): void {
  clearTimeout(timer)
  timer = undefined
  isChangedAgain = false
}

async function run(): Promise<void> {
  timer = undefined
  isRunning = true
  let isDone = true
  try {
    await refreshForChange()
  } catch (error) {
    isDone = false
    console.info('The page could not be refreshed', error)
  }
  const next = () => {
    isRunning = false
    // A hidden page is refreshed when it is looked at.
    if (!isChangedAgain && (isDone || document.hidden)) return
    isChangedAgain = false
    scheduleRefresh()
  }
  setTimeout(next, isDone ? CHANGES_BATCH_MS : FAILED_REFRESH_MS)
}

/** @returns a delay in milliseconds: 0 for few open pages; with thousands of them the requests are spread over time */
function refreshDelay(): number {
  return Math.random() * Math.min(openPages(), CHANGES_SPREAD_MS)
}
