import { useFetcher } from 'react-router'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { PUSH_UNDO_MS } from '#domain/push/limits.ts'
import { Countdown } from './countdown.tsx'
import { leavingPush } from './leaving-push.ts'
import { JSON_POST, useFetcherProblem, type PushOutcome, type PushRequest } from './push-actions.ts'

/** On every page of the admin, also far from its place in the page of notifications: the notification that was just sent and can still be undone. */
export function LeavingBanner() {
  const leaving = leavingPush.use()
  const undoing = useFetcher<PushOutcome>()
  const [problem, closeProblem] = useFetcherProblem(undoing)
  if (problem) {
    return (
      <p className="leaving-banner" role="alert">
        {problem}
        <button type="button" className="button" onClick={closeProblem}>
          Close
        </button>
      </p>
    )
  }
  if (!leaving) return null
  const { id, draft } = leaving
  const undo = () => {
    const request: PushRequest = { does: 'change', id, to: 'cancelled', gives: draft }
    void undoing.submit(JSON.stringify(request), { ...JSON_POST, action: PUSH_TAB.path })
  }
  return (
    <section className="leaving-banner" aria-label={draft.title} key={id}>
      <b>{draft.title}</b>
      <Countdown seconds={PUSH_UNDO_MS / 1_000} />
      <button type="button" className="button" onClick={undo}>
        {PUSH_TAB.undo}
      </button>
    </section>
  )
}
