import { useCallback, useEffect, useState } from 'react'
import { useAdminCall } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { errorMessage } from '#app/admin/table/error-message.ts'
import {
  readPushState,
  sendTest,
  showLocal,
  subscribe,
  unsubscribe,
  type PushState,
} from '#app/push/push-subscription.ts'
import { sendDraft } from '#app/data/push-client.ts'
import { useSite } from '#app/admin/use-site.ts'
import { PUSH_TESTER } from '#domain/admin/push-messages.ts'
import type { PUSH_PRESETS } from '#domain/admin/push-presets.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'

/** State and actions of the page on which admins test notifications in their own browser. */
export function usePushTester() {
  const client = useAdminClient()
  const call = useAdminCall()
  const { site } = useSite()
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState('')

  const refresh = useCallback(() => {
    readPushState().then(setState, (error: unknown) => console.warn('The push state could not be read', error))
  }, [])
  useEffect(refresh, [refresh])

  async function attempt(work: () => Promise<string>, failed: (message: string) => string): Promise<void> {
    setIsBusy(true)
    setProblem(null)
    setOutcome('')
    try {
      setOutcome(await work())
    } catch (error) {
      const message = errorMessage(error)
      setProblem(message === PUSH_BROWSER.denied ? PUSH_TESTER.denied : failed(message))
    } finally {
      setIsBusy(false)
      refresh()
    }
  }

  return {
    state,
    isBusy,
    problem,
    outcome,
    closeProblem: () => setProblem(null),
    refresh,
    subscribe: () =>
      void attempt(async () => {
        await subscribe(site)
        return PUSH_TESTER.subscribed
      }, PUSH_TESTER.subscribeFailed),
    unsubscribe: () =>
      void attempt(async () => {
        await unsubscribe(site)
        return PUSH_TESTER.unsubscribed
      }, PUSH_TESTER.unsubscribeFailed),
    test: () =>
      void attempt(async () => {
        const shownBy = await sendTest(site)
        return shownBy === 'server' ? PUSH_TESTER.sent : PUSH_TESTER.shownHere
      }, PUSH_TESTER.testFailed),
    show: ({ name: _name, ...preset }: (typeof PUSH_PRESETS)[number]) =>
      void attempt(async () => {
        if (state?.kind !== 'subscribed') throw new Error(PUSH_BROWSER.noSubscription)
        const { endpoint } = state
        try {
          await call(() => sendDraft(client, { ...preset, image: null }, endpoint))
          return PUSH_TESTER.sent
        } catch (error) {
          console.warn('The push function failed; the browser shows the notification itself', error)
          await showLocal(preset)
          return PUSH_TESTER.shownHere
        }
      }, PUSH_TESTER.testFailed),
  }
}
