import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { changeProblem } from '#app/admin/feedback/page-problem.tsx'
import { sendTest, showLocal, subscribe, unsubscribe, type PushState } from '#app/push/push-subscription.ts'
import { sendDraft } from '#app/data/push-client.ts'
import { useSite } from '#app/admin/use-site.ts'
import { PUSH_TESTER } from '#domain/admin/push-messages.ts'
import type { PUSH_PRESETS } from '#domain/admin/push-presets.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'

/**
 * Actions of the page on which admins test notifications in their own browser. They are no action of the router, because
 * a browser shows its permission prompt only during the click, and the router first waits for the code of the action.
 */
export function usePushTester(state: PushState | null) {
  const { site } = useSite()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState('')

  async function attempt(work: () => Promise<string>, failed: (message: string) => string): Promise<void> {
    setIsBusy(true)
    changeProblem.set(null)
    setOutcome('')
    try {
      setOutcome(await work())
    } catch (error) {
      const message = errorMessage(error)
      changeProblem.set(message === PUSH_BROWSER.denied ? PUSH_TESTER.denied : failed(message))
    } finally {
      setIsBusy(false)
      void revalidate()
    }
  }

  return {
    isBusy,
    outcome,
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
          await changeAsAdmin((client) => sendDraft(client, { ...preset, image: null }, endpoint))
          return PUSH_TESTER.sent
        } catch (error) {
          console.warn('The push function failed; the browser shows the notification itself', error)
          await showLocal(preset)
          return PUSH_TESTER.shownHere
        }
      }, PUSH_TESTER.testFailed),
  }
}
