import { useCallback, useEffect, useRef, useState } from 'react'
import { useAdminRead } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
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

/** Number of notifications in the history, and of days in the chart. */
const [shownNotifications, shownDays] = [20, 30]

interface PushClient {
  /** null while it is loading, like `history` and `growth`. */
  statistics: PushStatistics | null
  history: SentNotification[] | null
  growth: Growth | null
  problem: string | null
  closeProblem: () => void
  refresh: () => void
  /** Refreshes after a delay, when a notification has been sent. */
  refreshSoon: () => void
  /** Polls the history while a notification is being sent. */
  watch: () => void
}

/** Subscription statistics and sent notifications; polled while a notification is being sent. */
export function usePushClient(): PushClient {
  const client = useAdminClient()
  const read = useAdminRead()
  const [statistics, setStatistics] = useState<PushStatistics | null>(null)
  const [history, setHistory] = useState<SentNotification[] | null>(null)
  const [growth, setGrowth] = useState<Growth | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPolling, setIsPolling] = useState(false)
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined)

  const fail = useCallback((error: unknown) => {
    console.warn('The push notifications could not be fetched', error)
    setProblem(TABLE.fetchFailed(PUSH_TAB.label, errorMessage(error)))
  }, [])
  const loadHistory = useCallback(
    () =>
      read(() => fetchPushHistory(client, shownNotifications)).then((found) => {
        setHistory(found)
        return found
      }),
    [client, read],
  )
  const load = useCallback(() => {
    loadHistory().catch(fail)
    read(() => fetchPushStatistics(client)).then(setStatistics, fail)
    read(() => fetchPushGrowth(client, shownDays)).then(setGrowth, fail)
  }, [client, read, loadHistory, fail])
  useEffect(load, [load])
  useEffect(() => () => clearTimeout(delay.current), [])
  const refresh = () => {
    setProblem(null)
    load()
  }

  const isSending = isPolling || (history?.some(({ state }) => state === 'sending') ?? false)
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      loadHistory().catch(fail)
    }, PUSH_REFRESH_MS)
    return () => clearInterval(timer)
  }, [isSending, loadHistory, fail])

  return {
    statistics,
    history,
    growth,
    problem,
    closeProblem: () => setProblem(null),
    refresh,
    refreshSoon: () => {
      setIsPolling(false)
      clearTimeout(delay.current)
      delay.current = setTimeout(refresh, PUSH_REFRESH_MS)
    },
    watch: () => setIsPolling(true),
  }
}
