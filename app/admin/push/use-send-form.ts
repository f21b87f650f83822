import { useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import type { PushDraft, PushStatistics } from '#app/data/push-client.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { PUSH_ASK_FROM, PUSH_REFRESH_MS } from '#domain/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import { audienceOf } from './audience.ts'
import { JSON_POST, useFetcherProblem, type PushOutcome, type PushRequest } from './push-actions.ts'
import { EMPTY_DRAFT, type FirstDraft } from './push-data.ts'

/** Key of the fetcher that sends, by which the page knows that a notification is being sent. */
export const SENDING = { key: 'send notification' }

/** Every attempt to send the same notification has the same idempotency key, so it is sent once. */
function withKey(draft: PushDraft) {
  return { draft, key: crypto.randomUUID() }
}

/** State of the form of a new notification, and the outcome of sending it. */
export function useSendForm(statistics: PushStatistics | null, first: FirstDraft) {
  const { revalidate } = useRevalidator()
  const sending = useFetcher<PushOutcome>(SENDING)
  const [problem, closeProblem] = useFetcherProblem(sending)
  const [prefilled, setPrefilled] = useState(first)
  const [{ draft, key }, setForm] = useState(() => withKey(first.draft))
  const isBusy = sending.state !== 'idle'
  const done = !isBusy && sending.data && 'done' in sending.data ? sending.data : undefined
  const [finished, setFinished] = useState(done)
  useUnsavedWork(draft !== EMPTY_DRAFT && draft.title !== '')

  // Another notice fills an empty form; what was typed stays.
  if (first.about !== prefilled.about) {
    setPrefilled(first)
    if (draft === EMPTY_DRAFT) setForm(withKey(first.draft))
  }
  if (done !== finished) {
    setFinished(done)
    if (done?.done === 'send') {
      setForm(withKey(EMPTY_DRAFT))
      setPrefilled({ ...prefilled, hint: null })
    }
  }

  async function submit(request: PushRequest) {
    setPrefilled({ ...prefilled, problem: null })
    // Subscriptions that turn out to be gone are counted a little later.
    await sending.submit(JSON.stringify(request), { ...JSON_POST, defaultShouldRevalidate: false })
    if (request.does === 'send') setTimeout(() => void revalidate(), PUSH_REFRESH_MS)
  }

  async function send(): Promise<void> {
    if (isBusy) return
    const audience = audienceOf(statistics, draft.category) ?? 0
    const question = PUSH_TAB.manyQuestion(formatNumber(audience))
    if (audience > PUSH_ASK_FROM && !(await confirm({ question, about: draft.title, yes: PUSH_TAB.send }))) return
    await submit({ does: 'send', draft, key })
  }

  return {
    draft,
    isBusy,
    problem: problem ?? prefilled.problem,
    outcome: done?.message ?? '',
    hint: prefilled.hint,
    isPrefilled: prefilled.about !== '',
    closeProblem: () => {
      closeProblem()
      setPrefilled({ ...prefilled, problem: null })
    },
    change: (part: Partial<PushDraft>) => setForm((before) => withKey({ ...before.draft, ...part })),
    send,
    sendToMe: () => submit({ does: 'test', draft }),
  }
}
