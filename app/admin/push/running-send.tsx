import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { Problem } from '#app/admin/feedback/problem.tsx'
import type { SentNotification } from '#app/data/push-client.ts'
import { PUSH_STATES, PUSH_TAB } from '#domain/admin/push-messages.ts'
import { formatNumber } from '#domain/numbers.ts'
import { JSON_POST, mayChange, useFetcherProblem, type PushOutcome, type PushRequest } from './push-actions.ts'

/** Progress and speed of a notification that is being sent, with buttons to pause, resume and cancel it. */
export function RunningSend({ notification }: { notification: SentNotification }) {
  const { id, title, state, recipients, sent, failed } = notification
  const changing = useFetcher<PushOutcome>()
  const [problem, closeProblem] = useFetcherProblem(changing)
  const speed = useSpeed(sent + failed)
  const remaining = Math.max(0, recipients - sent - failed)
  const facts = [
    ['Sent', formatNumber(sent)],
    ['Failed', formatNumber(failed)],
    ['Remaining', formatNumber(remaining)],
    ['Speed', state === 'sending' ? `${formatNumber(speed)} per second` : '–'],
  ]

  function change(to: 'sending' | 'paused' | 'cancelled') {
    const request: PushRequest = { does: 'change', id, to }
    void changing.submit(JSON.stringify(request), JSON_POST)
  }

  async function cancel() {
    if (await confirm({ question: PUSH_TAB.cancelQuestion, about: title, yes: 'Cancel it', isDangerous: true }))
      change('cancelled')
  }

  return (
    <section className="running-send" aria-labelledby={`running-${id}`}>
      <h2 id={`running-${id}`}>
        {PUSH_STATES[state]}: {title}
      </h2>
      <Problem message={problem} onClose={closeProblem} />
      <progress max={Math.max(1, recipients)} value={sent + failed} aria-labelledby={`running-${id}`} />
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayChange(notification) && (
        <div className="button-row">
          {state === 'sending' ? (
            <button type="button" className="button" onClick={() => change('paused')}>
              Pause
            </button>
          ) : (
            <button type="button" className="button" onClick={() => change('sending')}>
              Resume
            </button>
          )}
          <button type="button" className="button danger" onClick={() => void cancel()}>
            Cancel sending
          </button>
        </div>
      )}
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
