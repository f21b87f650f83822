import { useEffect, useState } from 'react'
import {
  readOwnPreferences,
  readPushState,
  sendTest,
  subscribe,
  unsubscribe,
  updatePreferences,
  type PushState,
} from '#app/browser/push-subscription.ts'
import { useSite } from '#app/data/use-site.ts'
import { DEFAULT_PUSH_PREFERENCES, type PushCategory, type PushPreferences } from '#domain/push/preferences.ts'
import { NOTIFICATIONS } from './words.ts'

interface Outcome {
  message: string
  hasFailed: boolean
}

/** Where this browser stands and what it hears about, with all that can be done about it: one thing at a time. */
export function useNotifications() {
  const { site } = useSite()
  const [state, setState] = useState<PushState | null>(null)
  const [preferences, setPreferences] = useState(DEFAULT_PUSH_PREFERENCES)
  const [outcome, setOutcome] = useState<Outcome>({ message: '', hasFailed: false })
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    let isShown = true
    void Promise.all([readPushState(), readOwnPreferences(site)]).then(([found, own]) => {
      if (!isShown) return
      setState(found)
      setPreferences(own)
    })
    return () => {
      isShown = false
    }
  }, [site])

  async function attempt(act: () => Promise<string>): Promise<boolean> {
    setIsBusy(true)
    try {
      setOutcome({ message: await act(), hasFailed: false })
      return true
    } catch (error) {
      setOutcome({ message: error instanceof Error ? error.message : String(error), hasFailed: true })
      return false
    } finally {
      setState(await readPushState())
      setIsBusy(false)
    }
  }

  return {
    state,
    preferences,
    outcome,
    isBusy,
    turnOn: () => attempt(() => subscribe(site, preferences).then(() => NOTIFICATIONS.turnedOn)),
    turnOff: () => attempt(() => unsubscribe(site).then(() => NOTIFICATIONS.turnedOff)),
    test: () => attempt(() => sendTest(site).then((by) => NOTIFICATIONS.tested[by])),
    /** Shown at once; taken back when the server refuses it. Without a subscription it is what one will begin with. */
    async choose(category: PushCategory, isWanted: boolean): Promise<void> {
      const wanted: PushPreferences = { ...preferences, [category]: isWanted }
      setPreferences(wanted)
      if (state?.kind !== 'subscribed') return
      const isSaved = await attempt(() => updatePreferences(site, wanted).then(() => NOTIFICATIONS.saved))
      if (!isSaved) setPreferences(preferences)
    },
  }
}
