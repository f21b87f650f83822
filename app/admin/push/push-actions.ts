import { useState } from 'react'
import type { Fetcher } from 'react-router'
import { changeFailure, errorMessage, isAnswerLost } from '#app/admin/feedback/error-message.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { readPushState } from '#app/push/push-subscription.ts'
import { newAct } from '#app/data/act.ts'
import type { AdminClient } from '#app/data/admin-client.ts'
import { BackendError } from '#app/data/backend-error.ts'
import { mayBeStored } from '#app/data/record-table.ts'
import {
  changePlanned,
  changePush,
  sendDraft,
  sendNotification,
  type ChangedPush,
  type NewPushState,
  type PushDraft,
  type SendResult,
  type SentNotification,
} from '#app/data/push-client.ts'
import { serverNow } from '#app/data/server-time.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { dayAndTime } from '#domain/dates.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'
import { givenDraft } from './given-draft.ts'
import { leavingPush } from './leaving-push.ts'

/** What the page asks of its action. Chosen times are in ISO 8601; null is at once. */
export type PushRequest =
  /** `key` is the idempotency key, `owner` the account that has written the text. */
  | { does: 'send'; draft: PushDraft; owner: string; key: string; sendAt: string | null }
  | { does: 'change planned'; draft: PushDraft; owner: string; changed: ChangedPush; sendAt: string | null }
  | { does: 'test'; draft: PushDraft }
  /**
   * `gives` is the text that the form gets back once the change is stored; then only a notification that has not left is
   * changed. `seen` is the version that is approved.
   */
  | { does: 'change'; id: number; to: NewPushState; gives?: PushDraft; seen?: number }

export const JSON_POST = { method: 'POST', encType: 'application/json' } as const

export type PushOutcome = ({ done: PushRequest['does'] } & PushResult) | { problem: string }

/** The message of an action, and the notification that it was about. */
export interface PushResult {
  message: string
  id?: number
}

const ACTIONS: {
  [Does in PushRequest['does']]: (request: Extract<PushRequest, { does: Does }>) => Promise<PushResult>
} = {
  async send({ draft, owner, key, sendAt }) {
    const send = (client: AdminClient) => sendNotification(client, draft, { key, now: serverNow(), sendAt })
    const result = await changeAsAdmin(send, newAct('list'), owner)
    if (result.state === 'planned' && sendAt === null) leavingPush.start(Number(result.notificationId), draft)
    return sentResult(result, sendAt)
  },
  async 'change planned'({ draft, owner, changed, sendAt }) {
    const change = (client: AdminClient) => changePlanned(client, draft, { changed, sendAt })
    const result = await changeAsAdmin(change, newAct('list'), owner)
    return sentResult(result, sendAt)
  },
  async test({ draft }) {
    const state = await readPushState()
    if (state.kind !== 'subscribed') throw new Error(PUSH_BROWSER.noSubscription)
    await changeAsAdmin((client) => sendDraft(client, draft, state.endpoint))
    return { message: PUSH_TAB.testSent }
  },
  async change({ id, to, gives, seen }) {
    const change = () => changeAsAdmin((client) => changePush(client, { id, to, seen, unsent: gives !== undefined }))
    // Sent again when no answer comes: there is little time to undo, and the text returns only if the undo is known to be stored.
    const isChanged = await change().catch((error: unknown) => (isAnswerLost(error) ? change() : Promise.reject(error)))
    const reason = gives ? PUSH_TAB.hasLeft : PUSH_TAB.lookAgain
    if (!isChanged) throw new BackendError(reason, { code: '', status: 409 })
    if (to === 'cancelled') leavingPush.stop(id)
    if (gives) givenDraft.set({ draft: gives, time: '', changes: null, replaces: false, message: PUSH_TAB.undone })
    return { message: '' }
  },
}

const FAILED = {
  send: PUSH_TAB.sendFailed,
  'change planned': PUSH_TAB.sendFailed,
  test: PUSH_TAB.testFailed,
  change: PUSH_TAB.changeFailed,
}

export async function actOnPush(request: PushRequest): Promise<PushOutcome> {
  try {
    const act = ACTIONS[request.does] as (own: PushRequest) => Promise<PushResult>
    return { done: request.does, ...(await act(request)) }
  } catch (error) {
    console.warn(`The push action '${request.does}' failed`, error)
    return { problem: problemOf(request, error) }
  }
}

function problemOf({ does }: PushRequest, error: unknown): string {
  if (does === 'change') return changeFailure(error, FAILED.change)
  const isLost = does === 'send' && isSendLost(error)
  return isLost ? PUSH_TAB.answerLost(PUSH_TAB.sendFailedPlain) : FAILED[does](errorMessage(error))
}

/** @returns whether a notification that could not be sent may be taken all the same: the push function has said nothing */
function isSendLost(error: unknown): boolean {
  return mayBeStored(error) && errorMessage(error) === PUSH_TAB.sendFailedPlain
}

/** @returns whether the user may change or cancel a notification: admins every one, editors their own */
export function mayChange({ may_approve: isAdmin, is_own: isOwn }: SentNotification): boolean {
  return isAdmin || isOwn
}

/** @returns the problem of a fetcher's last request, and a function that closes it */
export function useFetcherProblem({ state, data }: Fetcher<PushOutcome>): [string | null, close: () => void] {
  const [closed, setClosed] = useState<PushOutcome>()
  const isShown = data && 'problem' in data && data !== closed && state !== 'submitting'
  return [isShown ? data.problem : null, () => setClosed(data)]
}

function sentResult(result: SendResult, sendAt: string | null): PushResult {
  return { message: resultMessage(result, sendAt), id: Number(result.notificationId) }
}

/**
 * @param shown the notifications that the page shows, read after the result
 * @returns the message of a result, brought up to date by what became of its notification since
 */
export function latestMessage({ message, id }: PushResult, shown: readonly SentNotification[]): string {
  const sent = shown.find((notification) => notification.id === id)
  if (!sent) return message
  // Its progress stands above the form.
  if (sent.state === 'sending' || sent.state === 'paused') return ''
  return resultMessage({ ...sent, totalRecipients: sent.recipients }, sent.scheduled_for)
}

type Counts = Pick<SendResult, 'state' | 'sent' | 'failed' | 'totalRecipients'>

function resultMessage({ state, sent, failed, totalRecipients }: Counts, sendAt: string | null): string {
  switch (state) {
    case 'asked':
      return PUSH_TAB.asked
    case 'planned':
      return sendAt === null ? PUSH_TAB.leaving : PUSH_TAB.scheduled(dayAndTime(sendAt))
    case 'late':
      return PUSH_TAB.late
    case 'hidden':
      return PUSH_TAB.notVisible
    case 'done':
      return PUSH_TAB.sent(sent, failed)
    case 'sending':
      return PUSH_TAB.goesOn(sent, totalRecipients)
    case 'paused':
      return PUSH_TAB.paused(sent, totalRecipients)
    case 'cancelled':
      return PUSH_TAB.cancelled(sent, totalRecipients)
  }
}
