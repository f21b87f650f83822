import { useEffect, useRef, useState } from 'react'
import { onPage } from '#app/browser/shown-page.ts'
import { NO_FOLLOWS, readFollows, setQuietHours, unfollow, type Follows } from '#app/data/follow-calls.ts'
import type { PushKeys } from '#app/push/push-subscription.ts'
import { FOLLOWS } from './words.ts'

/** What the subscription of this browser follows, with actions, which run one after the other. */
export function useFollows({ publishableKey }: PushKeys, endpoint: string | null) {
  const [own, setOwn] = useState(NO_FOLLOWS)
  const [outcome, setOutcome] = useState({ message: '', hasFailed: false })
  const [isBusy, setIsBusy] = useState(false)
  const before = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const show = (follows: Follows | null) => {
      if (!signal.aborted) setOwn(follows ?? NO_FOLLOWS)
    }
    const read = async (of: string) => {
      try {
        show(await readFollows(publishableKey, of))
      } catch {
        if (!signal.aborted) setOutcome({ message: FOLLOWS.unreadable, hasFailed: true })
      }
    }
    if (!endpoint) show(null)
    else {
      void read(endpoint)
      // The visitor may come back from a page where something was followed.
      const readAgain = () => {
        if (onPage('.notification-settings')) before.current = before.current.then(() => read(endpoint))
      }
      addEventListener('pageshown', readAgain, listeners)
    }
    return () => listeners.abort()
  }, [publishableKey, endpoint])

  function attempt(act: (endpoint: string) => Promise<string>): void {
    if (!endpoint) return
    setIsBusy(true)
    before.current = before.current
      .then(() => act(endpoint))
      .then((message) => setOutcome({ message, hasFailed: false }))
      .catch(async (error: unknown) => {
        setOutcome({ message: error instanceof Error ? error.message : String(error), hasFailed: true })
        setOwn((await readFollows(publishableKey, endpoint).catch(() => null)) ?? own)
      })
      .finally(() => setIsBusy(false))
  }

  return {
    own,
    outcome,
    isBusy,
    stop: (topic: string) =>
      attempt(async (of) => {
        await unfollow(publishableKey, { endpoint: of, topic })
        setOwn((shown) => ({ ...shown, follows: shown.follows.filter((followed) => followed.topic !== topic) }))
        document.getElementById('follows-title')?.focus()
        return FOLLOWS.stopped
      }),
    /** Optimistic: undone when the server rejects it. */
    changeQuiet: (quiet: Follows['quiet']): void => {
      setOwn((shown) => ({ ...shown, quiet }))
      attempt(async (of) => {
        await setQuietHours(publishableKey, { endpoint: of, ...quiet })
        return FOLLOWS.saved
      })
    },
  }
}
