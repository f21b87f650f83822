import { Problem } from '#app/admin/feedback/problem.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import type { Route } from './+types/route.ts'
import { GrowthChart } from './growth-chart.tsx'
import { PushHistory } from './push-history.tsx'
import { PushNumbers } from './push-numbers.tsx'
import { RunningSend } from './running-send.tsx'
import { SendForm } from './send-form.tsx'
import { usePushClient } from './use-push-client.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, PUSH_TAB.label)
}

export default function PushRoute() {
  const push = usePushClient()
  const running = push.history?.filter(({ state }) => state === 'sending' || state === 'paused') ?? []
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>{PUSH_TAB.label}</h1>
        <button type="button" className="button" onClick={push.refresh}>
          <AdminIcon name="refresh" />
          {TABLE.refresh}
        </button>
      </header>
      <Problem message={push.problem} onClose={push.closeProblem} />
      <div className="push-page">
        <PushNumbers statistics={push.statistics} />
        {running.map((notification) => (
          <RunningSend key={notification.id} notification={notification} onChanged={push.refresh} />
        ))}
        <SendForm statistics={push.statistics} onSending={push.watch} onSent={push.refreshSoon} />
        <GrowthChart growth={push.growth} />
        <PushHistory history={push.history} />
      </div>
    </>
  )
}
