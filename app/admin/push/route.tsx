import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { useLastValue } from '#app/admin/feedback/loaded.ts'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { ROWS } from '#app/admin/table/first-rows.ts'
import type { PushStatistics, SentNotification } from '#app/data/push-client.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { PUSH_REFRESH_MS, PUSH_WAITING_REFRESH_MS } from '#domain/push/limits.ts'
import type { Route } from './+types/route.ts'
import { GrowthChart } from './growth-chart.tsx'
import { actOnPush, type PushRequest } from './push-actions.ts'
import { loadHistory, loadOpen, loadPush, type PushData } from './push-data.ts'
import { PushHistory } from './push-history.tsx'
import { PushNumbers } from './push-numbers.tsx'
import { RunningSend } from './running-send.tsx'
import { SendForm } from './send-form.tsx'
import { SENDING } from './use-send-form.ts'
import { WaitingSend } from './waiting-send.tsx'

/** Address of the history alone, which is polled while a notification is being sent. */
const HISTORY = `${PUSH_TAB.path}?only=history&${ROWS}=`

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, PUSH_TAB.label)
}

/** What changes while notifications are being sent. */
type PushProgress = Pick<PushData, 'history' | 'open'>

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<PushData | PushProgress> {
  const { searchParams } = new URL(request.url)
  if (searchParams.get('only') !== 'history') return loadPush(searchParams)
  const [history, open] = await Promise.all([loadHistory(searchParams), loadOpen()])
  return { history, open }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return actOnPush((await request.json()) as PushRequest)
}

export function HydrateFallback() {
  return <PushPage />
}

export default function PushRoute({ loaderData }: Route.ComponentProps) {
  return <PushPage data={loaderData as PushData} />
}

function PushPage({ data }: { data?: PushData }) {
  const latest = useProgress(data)
  const history = useLastValue(latest?.history.list)
  const open = useLastValue(latest?.open)
  const statistics = useLastValue(data?.statistics)
  const growth = useLastValue(data?.growth)
  const loaded = [latest?.history.list, latest?.open, data?.statistics, data?.growth]
  return (
    <>
      <PageHead label={PUSH_TAB.label} loaded={loaded.find((part) => part?.problem)} />
      <div className="push-page">
        <PushNumbers statistics={statistics} />
        <OpenSends notifications={open ?? []} statistics={statistics} />
        {data && (
          <SendForm statistics={statistics} first={data.first} shown={[...(open ?? []), ...(history?.rows ?? [])]} />
        )}
        <GrowthChart growth={growth} />
        <PushHistory history={history} hasFailed={latest?.history.list.problem != null} />
      </div>
    </>
  )
}

interface OpenSendsProps {
  notifications: readonly SentNotification[]
  statistics: PushStatistics | null
}

/** The notifications that wait or are being sent, and those that could not be sent. */
function OpenSends({ notifications, statistics }: OpenSendsProps) {
  return notifications.map((notification) =>
    notification.state === 'sending' || notification.state === 'paused' ? (
      <RunningSend key={notification.id} notification={notification} />
    ) : (
      <WaitingSend key={notification.id} notification={notification} statistics={statistics} />
    ),
  )
}

/**
 * What waits, is being sent and was sent, polled while that changes by itself. The router reads everything again at the
 * same time.
 */
function useProgress(loaded: PushData | undefined): PushProgress | undefined {
  const { data, load, state: polling } = useFetcher<PushProgress>()
  const { revalidate } = useRevalidator()
  const isRequested = useFetcher(SENDING).state === 'submitting'
  const rows = loaded?.history.rows
  // A poll of fewer rows is older than the address.
  const latest = data?.history.rows === rows ? data : loaded
  const open = latest?.open.value ?? []
  const isSending =
    isRequested ||
    open.some(({ state, leaves_in: seconds }) => state === 'sending' || (state === 'planned' && isSoon(seconds)))
  const interval = isSending ? PUSH_REFRESH_MS : open.some(isWaiting) ? PUSH_WAITING_REFRESH_MS : null
  const poll = useEffectEvent(() => {
    // A poll that is not answered yet would be aborted by another one: on a slow network none would ever be answered.
    if (document.visibilityState === 'visible' && polling === 'idle') void load(`${HISTORY}${rows}`)
  })
  useEffect(() => {
    if (interval === null || rows === undefined) return
    const timer = setInterval(() => poll(), interval)
    return () => clearInterval(timer)
  }, [interval, rows])
  // Subscriptions that turned out to be gone are counted when everything is sent.
  const wasSending = useRef(isSending)
  useEffect(() => {
    if (wasSending.current && !isSending) void revalidate()
    wasSending.current = isSending
  }, [isSending, revalidate])
  return latest
}

function isSoon(seconds: number | null): boolean {
  return (seconds ?? 0) * 1_000 < 2 * PUSH_WAITING_REFRESH_MS
}

function isWaiting({ state }: SentNotification): boolean {
  return state === 'planned' || state === 'asked' || state === 'paused'
}
