import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { PageProblem } from '#app/admin/feedback/page-problem.tsx'
import { RefreshButton } from '#app/admin/feedback/refresh-button.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import type { SentNotification } from '#app/data/push-client.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { PUSH_REFRESH_MS } from '#domain/limits.ts'
import type { Route } from './+types/route.ts'
import { GrowthChart } from './growth-chart.tsx'
import { actOnPush, type PushRequest } from './push-actions.ts'
import { loadHistory, loadPush, type PushData } from './push-data.ts'
import { PushHistory } from './push-history.tsx'
import { PushNumbers } from './push-numbers.tsx'
import { RunningSend } from './running-send.tsx'
import { SendForm } from './send-form.tsx'
import { SENDING } from './use-send-form.ts'

/** Address of the history alone, which is polled while a notification is being sent. */
const HISTORY = `${PUSH_TAB.path}?only=history`

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, PUSH_TAB.label)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<PushData | { history: History }> {
  const { searchParams } = new URL(request.url)
  return searchParams.get('only') === 'history' ? { history: await loadHistory() } : loadPush(searchParams)
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return actOnPush((await request.json()) as PushRequest)
}

type History = Loaded<SentNotification[]>

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
  const running = history?.filter(({ state }) => state === 'sending' || state === 'paused') ?? []
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
        <PushHistory history={history} />
      </div>
    </>
  )
}

/** The history, polled while a notification is being sent. The router reads both again at the same time. */
function useHistory(loaded: History | undefined): History | undefined {
  const { data, load: poll } = useFetcher<{ history: History }>()
  const isRequested = useFetcher(SENDING).state === 'submitting'
  const latest = data?.history ?? loaded
  const isSending = isRequested || (latest?.value?.some(({ state }) => state === 'sending') ?? false)
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void poll(HISTORY), PUSH_REFRESH_MS)
    return () => clearInterval(timer)
  }, [isSending, poll])
  return latest
}
