import { useEffect, useState } from 'react'
import { useLocation, useNavigation, type Location } from 'react-router'
import { CHUNK_TIMEOUT_MS } from '#domain/limits.ts'
import { CHUNK_LOAD_ERROR } from '#domain/messages.ts'
import { keepsFocus } from './route-focus.tsx'
import { useIsUnreached } from './route-scripts.ts'

/** @returns the location of another page while it is being opened, which takes the place of the one on screen */
export function useOpenedPage(): Location | undefined {
  const { pathname } = useLocation()
  const opening = useNavigation().location
  return opening && opening.pathname !== pathname && !keepsFocus(opening) ? opening : undefined
}

/**
 * Limits the wait for a page that is being opened. Reads end earlier, so what is missing then is a script
 * without an answer; one that failed is requested again, and the page says so.
 * Source: docs/behaviour/messages.md#scripts-that-do-not-arrive
 *
 * @throws Error when it has not been opened within 120 seconds; the error page takes its place
 */
export function useOpeningLimit(): void {
  const key = useOpenedPage()?.key
  const isRetried = useIsUnreached()
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    if (key === undefined || isRetried) return
    const timer = setTimeout(() => setError(new Error(CHUNK_LOAD_ERROR)), CHUNK_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [key, isRetried])
  if (error) throw error
}
