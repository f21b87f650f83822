import { useEffect, useRef, useState } from 'react'
import { useConfirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { Problem } from '#app/admin/feedback/problem.tsx'
import { useAdminCall } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { errorMessage } from '#app/admin/table/error-message.ts'
import { changePush, type SentNotification } from '#app/data/push-client.ts'
import { PUSH_STATES, PUSH_TAB } from '#domain/admin/push-messages.ts'
import { formatNumber } from '#domain/numbers.ts'

interface RunningSendProps {
  notification: SentNotification
  onChanged: () => void
}

/** Progress and speed of a notification that is being sent, with buttons to pause, resume and cancel it. */
export function RunningSend({ notification, onChanged }: RunningSendProps) {
  const { id, title, state, recipients, sent, failed } = notification
  const client = useAdminClient()
  const call = useAdminCall()
  const confirm = useConfirm()
  const [problem, setProblem] = useState<string | null>(null)
  const speed = useSpeed(sent + failed)
  const remaining = Math.max(0, recipients - sent - failed)
  const facts = [
    ['Sent', formatNumber(sent)],
    ['Failed', formatNumber(failed)],
    ['Remaining', formatNumber(remaining)],
    ['Speed', state === 'sending' ? `${formatNumber(speed)} per second` : '–'],
  ]

  async function change(newState: 'sending' | 'paused' | 'cancelled') {
    try {
      await call(() => changePush(client, id, newState))
      setProblem(null)
    } catch (error) {
      console.warn(`The state of notification ${id} could not be changed`, error)
      setProblem(PUSH_TAB.changeFailed(errorMessage(error)))
    }
    onChanged()
  }

  async function cancel() {
    if (await confirm({ question: PUSH_TAB.cancelQuestion, about: title, yes: 'Cancel it', isDangerous: true }))
      await change('cancelled')
  }

  return (
    <section className="running-send" aria-labelledby={`running-${id}`}>
      <h2 id={`running-${id}`}>
        {PUSH_STATES[state]}: {title}
      </h2>
      <Problem message={problem} onClose={() => setProblem(null)} />
      <progress max={Math.max(1, recipients)} value={sent + failed} aria-labelledby={`running-${id}`} />
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="button-row">
        {state === 'sending' ? (
          <button type="button" className="button" onClick={() => void change('paused')}>
            Pause
          </button>
        ) : (
          <button type="button" className="button" onClick={() => void change('sending')}>
            Resume
          </button>
        )}
        <button type="button" className="button danger" onClick={() => void cancel()}>
          Cancel sending
        </button>
      </div>
    </section>
  )
}

/** @returns messages per second between the last two polls */
function useSpeed(done: number): number {
  const [speed, setSpeed] = useState(0)
  const before = useRef<{ done: number; at: number } | null>(null)
  useEffect(() => {
    const at = performance.now()
    if (before.current && at > before.current.at) {
      setSpeed(Math.max(0, Math.round(((done - before.current.done) / (at - before.current.at)) * 1000)))
    }
    before.current = { done, at }
  }, [done])
  return speed
}
