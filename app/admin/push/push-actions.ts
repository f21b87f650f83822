import { useState } from 'react'
import type { Fetcher } from 'react-router'
import { changeMessage, errorMessage } from '#app/admin/feedback/error-message.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { readPushState } from '#app/push/push-subscription.ts'
import { changePush, sendDraft, sendNotification, type PushDraft, type SendResult } from '#app/data/push-client.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'

/** What the page asks of its action. */
export type PushRequest =
  /** `key` is the idempotency key. */
  | { does: 'send'; draft: PushDraft; key: string }
  | { does: 'test'; draft: PushDraft }
  | { does: 'change'; id: number; to: 'sending' | 'paused' | 'cancelled' }

export const JSON_POST = { method: 'POST', encType: 'application/json' } as const

export type PushOutcome = { done: PushRequest['does']; message: string } | { problem: string }

const ACTIONS: { [Does in PushRequest['does']]: (request: Extract<PushRequest, { does: Does }>) => Promise<string> } = {
  async send({ draft, key }) {
    return resultMessage(await changeAsAdmin((client) => sendNotification(client, draft, { key, now: Date.now() })))
  },
  async test({ draft }) {
    const state = await readPushState()
    if (state.kind !== 'subscribed') throw new Error(PUSH_BROWSER.noSubscription)
    await changeAsAdmin((client) => sendDraft(client, draft, state.endpoint))
    return PUSH_TAB.testSent
  },
  async change({ id, to }) {
    await changeAsAdmin((client) => changePush(client, id, to))
    return ''
  },
}

const FAILED = { send: PUSH_TAB.sendFailed, test: PUSH_TAB.testFailed, change: PUSH_TAB.changeFailed }

export async function actOnPush(request: PushRequest): Promise<PushOutcome> {
  try {
    const act = ACTIONS[request.does] as (own: PushRequest) => Promise<string>
    return { done: request.does, message: await act(request) }
  } catch (error) {
    console.warn(`The push action '${request.does}' failed`, error)
    return { problem: FAILED[request.does](request.does === 'change' ? changeMessage(error) : errorMessage(error)) }
  }
}

/** @returns the problem of a fetcher's last request, and a function that closes it */
export function useFetcherProblem({ state, data }: Fetcher<PushOutcome>): [string | null, close: () => void] {
  const [closed, setClosed] = useState<PushOutcome>()
  const isShown = data && 'problem' in data && data !== closed && state !== 'submitting'
  return [isShown ? data.problem : null, () => setClosed(data)]
}

function resultMessage({ state, sent, failed, totalRecipients }: SendResult): string {
  if (state === 'done') return PUSH_TAB.sent(sent, failed)
  const message = { sending: PUSH_TAB.goesOn, paused: PUSH_TAB.paused, cancelled: PUSH_TAB.cancelled }[state]
  return message(sent, totalRecipients)
}
