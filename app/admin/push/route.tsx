import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { useLastValue } from '#app/admin/feedback/loaded.ts'
import { PageProblem } from '#app/admin/feedback/page-problem.tsx'
import { RefreshButton } from '#app/admin/feedback/refresh-button.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { ROWS } from '#app/admin/table/first-rows.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { PUSH_REFRESH_MS } from '#domain/limits.ts'
import type { Route } from './+types/route.ts'
import { GrowthChart } from './growth-chart.tsx'
import { actOnPush, type PushRequest } from './push-actions.ts'
import { loadHistory, loadPush, type HistoryRead, type PushData } from './push-data.ts'
import { PushHistory } from './push-history.tsx'
import { PushNumbers } from './push-numbers.tsx'
import { RunningSend } from './running-send.tsx'
import { SendForm } from './send-form.tsx'
import { SENDING } from './use-send-form.ts'

/** Address of the history alone, which is polled while a notification is being sent. */
const HISTORY = `${PUSH_TAB.path}?only=history&${ROWS}=`

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, PUSH_TAB.label)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<PushData | Pick<PushData, 'history'>> {
  const { searchParams } = new URL(request.url)
  return searchParams.get('only') === 'history' ? { history: await loadHistory(searchParams) } : loadPush(searchParams)
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
  const latest = useHistory(data?.history)
  const history = useLastValue(latest)
  const statistics = useLastValue(data?.statistics)
  const growth = useLastValue(data?.growth)
  const running = history?.rows.filter(({ state }) => state === 'sending' || state === 'paused') ?? []
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>{PUSH_TAB.label}</h1>
        <RefreshButton />
      </header>
      <PageProblem loaded={[latest, data?.statistics, data?.growth].find((part) => part?.problem)} />
      <div className="push-page">
        <PushNumbers statistics={statistics} />
        {running.map((notification) => (
          <RunningSend key={notification.id} notification={notification} />
        ))}
        {data && <SendForm statistics={statistics} first={data.first} />}
        <GrowthChart growth={growth} />
        <PushHistory history={history} hasFailed={latest?.problem != null} />
      </div>
    </>
  )
}

/** The history, polled while a notification is being sent. The router reads both again at the same time. */
function useHistory(loaded: HistoryRead | undefined): HistoryRead['list'] | undefined {
  const { data, load: poll } = useFetcher<Pick<PushData, 'history'>>()
  const isRequested = useFetcher(SENDING).state === 'submitting'
  const rows = loaded?.rows
  // A poll of fewer rows is older than the address.
  const latest = data?.history.rows === rows ? data?.history.list : loaded?.list
  const isSending = isRequested || (latest?.value?.rows.some(({ state }) => state === 'sending') ?? false)
  useEffect(() => {
    if (!isSending || rows === undefined) return
    const read = () => document.visibilityState === 'visible' && void poll(HISTORY + rows)
    const timer = setInterval(read, PUSH_REFRESH_MS)
    return () => clearInterval(timer)
  }, [isSending, poll, rows])
  return latest
}
