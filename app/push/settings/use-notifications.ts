import { useEffect, useMemo, useRef, useState } from 'react'
import { onPage } from '#app/browser/shown-page.ts'
import {
  readOwnPreferences,
  readPushState,
  savePreferences,
  sendTest,
  subscribe,
  unsubscribe,
  type PushKeys,
  type PushState,
} from '#app/push/push-subscription.ts'
import { DEFAULT_PUSH_PREFERENCES, type PushCategory, type PushPreferences } from '#domain/push/preferences.ts'
import { NOTIFICATIONS } from './words.ts'

interface Outcome {
  message: string
  hasFailed: boolean
}

/** The subscription state and the preferences of this browser, with actions, which run one after the other. */
export function useNotifications({ publishableKey, vapidPublicKey }: PushKeys) {
  const keys = useMemo(() => ({ publishableKey, vapidPublicKey }), [publishableKey, vapidPublicKey])
  const [state, setState] = useState<PushState | null>(null)
  const [preferences, setPreferences] = useState(DEFAULT_PUSH_PREFERENCES)
  const [outcome, setOutcome] = useState<Outcome>({ message: '', hasFailed: false })
  const [isBusy, setIsBusy] = useState(false)
  const wanted = useRef<PushPreferences>(DEFAULT_PUSH_PREFERENCES)
  const before = useRef<Promise<unknown>>(Promise.resolve())

  function show(chosen: PushPreferences): void {
    wanted.current = chosen
    setPreferences(chosen)
  }

  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const readState = async () => {
      const found = await readPushState()
      if (!signal.aborted) setState(found)
    }
    const readAll = async () => {
      const chosen = wanted.current
      const own = await readOwnPreferences(keys)
      // What was chosen meanwhile stays.
      if (!signal.aborted && wanted.current === chosen) show(own)
      await readState()
    }
    const enqueue = (read: () => Promise<void>) => {
      before.current = before.current.then(read).catch((error: unknown) => console.warn('Notifications:', error))
    }
    enqueue(readAll)
    // From the settings of the browser, where the visitor may have allowed or blocked notifications.
    addEventListener('focus', () => enqueue(readState), listeners)
    document.addEventListener('visibilitychange', () => enqueue(readState), listeners)
    // By going back from a page where the visitor has followed something.
    const readAgain = () => {
      if (onPage('.notification-settings')) enqueue(readAll)
    }
    addEventListener('pageshown', readAgain, listeners)
    return () => listeners.abort()
  }, [keys])

  async function attempt(act: () => Promise<string>): Promise<void> {
    setIsBusy(true)
    try {
      setOutcome({ message: await act(), hasFailed: false })
    } catch (error) {
      setOutcome({ message: error instanceof Error ? error.message : String(error), hasFailed: true })
    } finally {
      setState(await readPushState())
      setIsBusy(false)
    }
  }

  function afterOthers(act: () => Promise<string>): void {
    before.current = before.current.then(() => attempt(act))
  }

  async function save(): Promise<string> {
    let failure = ''
    const isSaved = await savePreferences(keys, wanted.current, (message) => (failure = message))
    if (isSaved) return NOTIFICATIONS.saved
    show(await readOwnPreferences(keys))
    throw new Error(failure)
  }

  return {
    state,
    preferences,
    outcome,
    isBusy,
    turnOn: () => afterOthers(() => subscribe(keys, wanted.current).then(() => NOTIFICATIONS.turnedOn)),
    turnOff: () => afterOthers(() => unsubscribe(keys).then(() => NOTIFICATIONS.turnedOff)),
    test: () => afterOthers(() => sendTest(keys).then((by) => NOTIFICATIONS.tested[by])),
    /** Optimistic: undone when the server rejects it. Without a subscription it applies to the next one. */
    choose(category: PushCategory, isWanted: boolean): void {
      show({ ...wanted.current, [category]: isWanted })
      if (state?.kind === 'subscribed') afterOthers(save)
    },
  }
}
