import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readPushState } from '#app/push/push-subscription.ts'
import { useConfirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useAdminCall, useAdminRead, useUnsavedWork } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { errorMessage } from '#app/admin/table/error-message.ts'
import {
  sendDraft,
  sendNotification,
  type PushDraft,
  type PushStatistics,
  type SendResult,
} from '#app/data/push-client.ts'
import { openRecordTable } from '#app/data/record-table.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { isContentTable, tabOfSlug } from '#domain/admin/tabs.ts'
import { PUSH_ASK_FROM } from '#domain/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import { notificationAbout } from '#domain/push/about-notice.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'
import { DEFAULT_PUSH_CATEGORY } from '#domain/push/preferences.ts'
import { audienceOf } from './audience.ts'

const empty: PushDraft = { title: '', body: '', category: DEFAULT_PUSH_CATEGORY, image: null, url: '/' }

/** State of the form of a new notification, and the outcome of sending it. */
export function useSendForm(
  statistics: PushStatistics | null,
  { onSending, onSent }: { onSending: () => void; onSent: () => void },
) {
  const client = useAdminClient()
  const call = useAdminCall()
  const confirm = useConfirm()
  const [draft, setDraft] = useState(empty)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState('')
  const [hint, setHint] = useState<string | null>(null)
  // Idempotency key: every attempt to send the same notification has the same key, so it is sent once.
  const key = useRef<string>(undefined)
  useUnsavedWork(draft !== empty && draft.title !== '')
  const isPrefilled = usePrefill({ fill: setDraft, warn: setHint, fail: setProblem })

  async function attempt(work: () => Promise<string>, failed: (message: string) => string): Promise<void> {
    setIsBusy(true)
    setProblem(null)
    setOutcome('')
    try {
      setOutcome(await work())
    } catch (error) {
      console.warn('The notification could not be sent', error)
      setProblem(failed(errorMessage(error)))
    } finally {
      setIsBusy(false)
    }
  }

  async function send(): Promise<void> {
    if (isBusy) return
    const audience = audienceOf(statistics, draft.category) ?? 0
    const question = PUSH_TAB.manyQuestion(formatNumber(audience))
    if (audience > PUSH_ASK_FROM && !(await confirm({ question, about: draft.title, yes: PUSH_TAB.send }))) return
    key.current ??= crypto.randomUUID()
    const idempotencyKey = key.current
    onSending()
    await attempt(async () => {
      const result = await call(() => sendNotification(client, draft, { key: idempotencyKey, now: Date.now() }))
      key.current = undefined
      setDraft(empty)
      setHint(null)
      return resultMessage(result)
    }, PUSH_TAB.sendFailed)
    onSent()
  }

  return {
    draft,
    isBusy,
    problem,
    outcome,
    hint,
    isPrefilled,
    closeProblem: () => setProblem(null),
    change: (part: Partial<PushDraft>) => {
      key.current = undefined
      setDraft((before) => ({ ...before, ...part }))
    },
    send,
    sendToMe: () =>
      attempt(async () => {
        const state = await readPushState()
        if (state.kind !== 'subscribed') throw new Error(PUSH_BROWSER.noSubscription)
        await call(() => sendDraft(client, draft, state.endpoint))
        return PUSH_TAB.testSent
      }, PUSH_TAB.testFailed),
  }
}

function resultMessage({ state, sent, failed, totalRecipients }: SendResult): string {
  if (state === 'done') return PUSH_TAB.sent(sent, failed)
  const message = { sending: PUSH_TAB.goesOn, paused: PUSH_TAB.paused, cancelled: PUSH_TAB.cancelled }[state]
  return message(sent, totalRecipients)
}

interface PrefillCallbacks {
  fill: (draft: PushDraft) => void
  warn: (hint: string | null) => void
  fail: (problem: string) => void
}

/** Fills the form for the notice in the URL, as in ?about=jobs&id=17. @returns whether the URL names one */
function usePrefill(callbacks: PrefillCallbacks): boolean {
  const client = useAdminClient()
  const read = useAdminRead()
  const [search] = useSearchParams()
  const [slug, id] = [search.get('about') ?? '', Number(search.get('id'))]
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })
  useEffect(() => {
    const table = tabOfSlug(slug)?.table
    if (!table || !isContentTable(table) || !Number.isSafeInteger(id) || id <= 0) return
    let isCurrent = true
    read(() => openRecordTable(client, table).read(id)).then(
      (record) => {
        if (!isCurrent || !record) return
        const { title, slug: itsSlug, status, apply_end_date: lastDay } = record
        const notice = { title: String(title), slug: String(itsSlug) }
        const details = { ...notice, ...(typeof lastDay === 'string' && { apply_end_date: lastDay }) }
        latest.current.fill({ ...empty, ...notificationAbout(table, details) })
        latest.current.warn(status === 'inactive' ? PUSH_TAB.hidden : null)
      },
      (error: unknown) => {
        console.warn('The notice for the notification could not be read', error)
        if (isCurrent) latest.current.fail(PUSH_TAB.aboutFailed(errorMessage(error)))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [client, read, slug, id])
  return slug !== ''
}
