import { useCallback, useEffect, useRef, useState } from 'react'
import { useStaffRead } from '#app/admin/session/unsaved-work.tsx'
import { useStaffClient } from '#app/admin/session/session-context.tsx'
import { errorMessage } from '#app/admin/table/error-message.ts'
import {
  fetchPushGrowth,
  fetchPushHistory,
  fetchPushStatistics,
  type Growth,
  type PushStatistics,
  type SentNotification,
} from '#app/data/push-client.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { PUSH_REFRESH_MS } from '#domain/limits.ts'

/** Notifications in the history, and days in the chart. */
const [shownNotifications, shownDays] = [20, 30]

interface PushClient {
  /** null while nothing has arrived. */
  statistics: PushStatistics | null
  history: SentNotification[] | null
  growth: Growth | null
  problem: string | null
  closeProblem: () => void
  refresh: () => void
  /** Everything again, a second after a notification was sent. */
  refreshSoon: () => void
  /** Looks at the history until nothing is being sent any more. */
  watch: () => void
}

/** Subscriptions and notifications, as they are; while something is being sent, as they become. */
export function usePushClient(): PushClient {
  const client = useStaffClient()
  const read = useStaffRead()
  const [statistics, setStatistics] = useState<PushStatistics | null>(null)
  const [history, setHistory] = useState<SentNotification[] | null>(null)
  const [growth, setGrowth] = useState<Growth | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isWatched, setIsWatched] = useState(false)
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)

  const fail = useCallback((error: unknown) => {
    console.warn('Push notifications could not be looked at', error)
    setProblem(TABLE.fetchFailed(PUSH_TAB.label, errorMessage(error)))
  }, [])
  const look = useCallback(
    () =>
      read(() => fetchPushHistory(client, shownNotifications)).then((found) => {
        setHistory(found)
        return found
      }),
    [client, read],
  )
  const load = useCallback(() => {
    look().catch(fail)
    read(() => fetchPushStatistics(client)).then(setStatistics, fail)
    read(() => fetchPushGrowth(client, shownDays)).then(setGrowth, fail)
  }, [client, read, look, fail])
  useEffect(load, [load])
  useEffect(() => () => clearTimeout(soon.current), [])
  const refresh = () => {
    setProblem(null)
    load()
  }

  const isSending = isWatched || (history?.some(({ state }) => state === 'sending') ?? false)
  useEffect(() => {
    if (!isSending) return
    const clock = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      look().catch(fail)
    }, PUSH_REFRESH_MS)
    return () => clearInterval(clock)
  }, [isSending, look, fail])

  return {
    statistics,
    history,
    growth,
    problem,
    closeProblem: () => setProblem(null),
    refresh,
    refreshSoon: () => {
      setIsWatched(false)
      clearTimeout(soon.current)
      soon.current = setTimeout(refresh, PUSH_REFRESH_MS)
    },
    watch: () => setIsWatched(true),
  }
}
