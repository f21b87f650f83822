import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { latestAccount } from '#app/admin/session/session.ts'
import { useLeaveGuard } from '#app/admin/session/use-leave-guard.ts'
import type { PushDraft, SentNotification } from '#app/data/push-client.ts'
import { serverNow } from '#app/data/server-time.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { timestampOf } from '#domain/dates.ts'
import { givenDraft, type GivenDraft } from './given-draft.ts'
import {
  JSON_POST,
  latestMessage,
  useFetcherProblem,
  type PushOutcome,
  type PushRequest,
  type PushResult,
} from './push-actions.ts'
import { EMPTY_DRAFT, type FirstDraft } from './push-data.ts'

/** Key of the fetcher that sends, by which the page knows that a notification is being sent. */
export const SENDING = { key: 'send notification' }

/**
 * Every attempt to send the same notification has the same idempotency key, so it is sent once.
 *
 * @param owner the account that has written the text, in whose name alone it is sent
 */
function withKey(form: Omit<GivenDraft, 'replaces' | 'message'>, owner = latestAccount()) {
  return { draft: form.draft, time: form.time, changes: form.changes, owner, key: crypto.randomUUID() }
}

function newForm(draft: PushDraft) {
  return withKey({ draft, time: '', changes: null })
}

function requestOf({ draft, time, changes, owner, key }: ReturnType<typeof withKey>): PushRequest {
  const sendAt = timestampOf(time)
  return changes === null
    ? { does: 'send', draft, owner, key, sendAt }
    : { does: 'change planned', draft, owner, changed: changes, sendAt }
}

function isSame(one: PushDraft, other: PushDraft): boolean {
  return Object.entries(one).every(([name, value]) => other[name as keyof PushDraft] === value)
}

/**
 * State of the form of a notification, and the outcome of sending it.
 *
 * @param shown the notifications that the page shows: what has become of the one that was sent
 */
export function useSendForm(first: FirstDraft, shown: readonly SentNotification[]) {
  const sending = useFetcher<PushOutcome>(SENDING)
  const [problem, closeProblem] = useFetcherProblem(sending)
  const [prefilled, setPrefilled] = useState(first)
  const [form, setForm] = useState(() => newForm(first.draft))
  const timeCheck = useTimeCheck(form.time)
  const { draft, key, time, changes } = form
  const isBusy = sending.state !== 'idle'
  const done = !isBusy && sending.data && 'done' in sending.data ? sending.data : undefined
  const [finished, setFinished] = useState(done)
  const [result, setResult] = useState<PushResult>({ message: '' })
  const [sentKey, setSentKey] = useState('')
  const given = givenDraft.use()
  const [taken, setTaken] = useState<GivenDraft | null>(null)
  const isEmpty = draft === EMPTY_DRAFT
  // A text that was made from a notice is not typed.
  const isTypedIn = (text: PushDraft) => text !== prefilled.draft && text.title + text.body !== ''
  // A notification that is being sent empties the form if that succeeds.
  const isSending = (isBusy || done !== finished) && key === sentKey
  const isUnsaved = isTypedIn(draft) && !isSending
  useLeaveGuard(isUnsaved, {
    about: PUSH_TAB.leaveAbout,
    blocks: ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  })

  // Another notice fills a form in which nothing was typed; what was typed stays.
  if (first.about !== prefilled.about) {
    setPrefilled(first)
    if (isEmpty || draft === prefilled.draft) setForm(newForm(first.draft))
  }
  if (given !== taken && !isSending) {
    setTaken(given)
    // After a send without an answer the form still has this text. With its key it would be taken for the one that was undone.
    if (given && (isEmpty || given.replaces || isSame(given.draft, draft))) {
      setForm(withKey(given))
      setResult({ message: given.message })
      closeProblem()
    }
  }
  useEffect(() => {
    if (taken) givenDraft.set(null)
  }, [taken])
  if (done !== finished) {
    setFinished(done)
    if (done) setResult(done)
    // What was typed, or given to the form, after it was sent stays.
    if (done && done.done !== 'test' && key === sentKey) {
      setForm(newForm(EMPTY_DRAFT))
      setPrefilled({ ...prefilled, hint: null, texts: [] })
    }
  }

  /** A form in which nothing was typed is that of who types into it. */
  function ownerOf(before: typeof form): string {
    return isTypedIn(before.draft) ? before.owner : latestAccount()
  }

  function submit(request: PushRequest) {
    setPrefilled({ ...prefilled, problem: null })
    void sending.submit(JSON.stringify(request), JSON_POST)
  }

  return {
    draft,
    time,
    changes,
    isBusy,
    ...timeCheck,
    problem: problem ?? prefilled.problem,
    // That of an earlier notification, beside a problem, would be taken for that of this one.
    outcome: isBusy || problem !== null ? '' : latestMessage(result, shown),
    hint: prefilled.hint,
    texts: prefilled.texts,
    isPrefilled: prefilled.about !== '',
    /** The text that somebody has put into the form, in place of another one or of none; null before. */
    replaced: taken?.replaces ? taken : null,
    closeProblem: () => {
      closeProblem()
      setPrefilled({ ...prefilled, problem: null })
    },
    change: (part: Partial<PushDraft>) =>
      setForm((before) => withKey({ ...before, draft: { ...before.draft, ...part } }, ownerOf(before))),
    setTime: (chosen: string) => setForm((before) => withKey({ ...before, time: chosen }, ownerOf(before))),
    empty: () => setForm(newForm(EMPTY_DRAFT)),
    send: () => {
      setSentKey(key)
      submit(requestOf({ ...form, owner: ownerOf(form) }))
    },
    sendToMe: () => submit({ does: 'test', draft }),
  }
}

/** The problem of a chosen time that is past, from when it is checked until another one is chosen. */
function useTimeCheck(time: string) {
  const [past, setPast] = useState('')
  return {
    timeProblem: time !== '' && time === past ? PUSH_TAB.timeIsPast : '',
    /** @returns whether the chosen time can be sent */
    checkTime: () => {
      const sendAt = timestampOf(time)
      const isPast = time !== '' && (!sendAt || Date.parse(sendAt) < serverNow())
      setPast(isPast ? time : '')
      return !isPast
    },
  }
}

export type SendFormState = ReturnType<typeof useSendForm>
