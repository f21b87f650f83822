import { useState } from 'react'
import { useFetcher } from 'react-router'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { Problem } from '#app/admin/feedback/problem.tsx'
import type { NewPushState, PushDraft, PushStatistics, SentNotification } from '#app/data/push-client.ts'
import { serverNow } from '#app/data/server-time.ts'
import { PUSH_STATES, PUSH_TAB } from '#domain/admin/push-messages.ts'
import { dayAndTime } from '#domain/dates.ts'
import { PUSH_UNDO_MS } from '#domain/push/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import { PUSH_CATEGORY_LABELS } from '#domain/push/preferences.ts'
import { Countdown } from './countdown.tsx'
import { draftOf, giveAgain } from './given-draft.ts'
import { JSON_POST, mayChange, useFetcherProblem, type PushOutcome, type PushRequest } from './push-actions.ts'
import { SendDialog } from './send-dialog.tsx'
import { useSendDialog } from './use-send-dialog.ts'

interface WaitingSendProps {
  notification: SentNotification
  statistics: PushStatistics | null
}

/** A notification that has not left: what it waits for, and what can be done about it. */
export function WaitingSend({ notification, statistics }: WaitingSendProps) {
  const { id, title, body, category, state, sender, recipients, leaves_in: seconds } = notification
  const changing = useFetcher<PushOutcome>()
  const [problem, closeProblem] = useFetcherProblem(changing)
  const dialog = useSendDialog(statistics)
  // The text of the open question stays as it was, also when the notification is changed and read again meanwhile.
  const [asked, setAsked] = useState(notification)
  const approve = () => {
    setAsked(notification)
    void dialog.ask()
  }
  const submit = (request: PushRequest) => void changing.submit(JSON.stringify(request), JSON_POST)
  const change = (to: NewPushState, gives?: PushDraft) => submit({ does: 'change', id, to, ...(gives && { gives }) })
  // What is about to leave is undone without a question, since there is no time for one.
  const isLeaving = mayChange(notification) && state === 'planned' && (seconds ?? 0) * 1_000 <= PUSH_UNDO_MS
  return (
    <section className="running-send" aria-labelledby={`waiting-${id}`}>
      <h2 id={`waiting-${id}`}>
        {PUSH_STATES[state]}: {title}
      </h2>
      <Problem message={problem} onClose={closeProblem} />
      <p>{body}</p>
      <p className="hint">
        {[sender && PUSH_TAB.from(sender), PUSH_CATEGORY_LABELS[category], `${formatNumber(recipients)} subscribers`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <WhenItLeaves notification={notification} />
      <div className="button-row">
        {isLeaving ? (
          <button type="button" className="button primary" onClick={() => change('cancelled', draftOf(notification))}>
            {PUSH_TAB.undo}
          </button>
        ) : (
          <Choices notification={notification} change={change} approve={approve} />
        )}
      </div>
      {dialog.isOpen && (
        <SendDialog
          draft={draftOf(asked)}
          audience={dialog.audience(asked.category)}
          sendAt={stillAhead(asked)}
          hint={null}
          yes={PUSH_TAB.approve}
          onAnswer={(isYes) => {
            dialog.close()
            if (isYes) submit({ does: 'change', id, to: 'planned', seen: asked.version })
          }}
        />
      )}
    </section>
  )
}

/** The chosen time in ISO 8601; null for one that is past, since an approved notification then leaves at once. */
function stillAhead({ scheduled_for: time }: SentNotification): string | null {
  return time && Date.parse(time) > serverNow() ? time : null
}

function WhenItLeaves({ notification }: { notification: SentNotification }) {
  const { state, send_at: sendAt, scheduled_for: chosen, leaves_in: seconds } = notification
  if (state === 'late') return <p>{PUSH_TAB.late}</p>
  if (state === 'hidden') return <p>{PUSH_TAB.notVisible}</p>
  if (state === 'planned' && seconds !== null && seconds * 1_000 <= PUSH_UNDO_MS) return <Countdown seconds={seconds} />
  const time = sendAt ?? chosen
  return time && <p>{PUSH_TAB.leavesAt(dayAndTime(time))}</p>
}

interface ChoicesProps {
  notification: SentNotification
  change: (to: NewPushState) => void
  approve: () => void
}

function Choices({ notification, change, approve }: ChoicesProps) {
  const { state, title, may_approve: mayApprove, is_own: isOwn } = notification
  if (state === 'late' || state === 'hidden') {
    return (
      <button type="button" className="button" onClick={() => void giveAgain(notification, { isChange: false })}>
        {PUSH_TAB.useAgain}
      </button>
    )
  }
  if (!mayChange(notification)) return null
  const yes = state === 'planned' ? PUSH_TAB.cancelPlan : isOwn ? PUSH_TAB.takeBack : PUSH_TAB.reject
  const cancel = async () => {
    if (await confirm({ question: PUSH_TAB.cancelPlanQuestion, about: title, yes, isDangerous: true }))
      change('cancelled')
  }
  return (
    <>
      {state === 'asked' && mayApprove && (
        <button type="button" className="button primary" onClick={approve}>
          {PUSH_TAB.approve}
        </button>
      )}
      <button type="button" className="button" onClick={() => void giveAgain(notification, { isChange: true })}>
        {PUSH_TAB.changePlan}
      </button>
      <button type="button" className="button danger" onClick={() => void cancel()}>
        {yes}
      </button>
    </>
  )
}
