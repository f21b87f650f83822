import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { CHUNK_TIMEOUT_MS } from '#domain/limits.ts'
import { CHUNK_LOAD_ERROR } from '#domain/messages.ts'

/** Gives a navigation that never ends to the error page, which offers to load again. Source: specification, section 8. */
export function StalledNavigation() {
  const { state, location } = useNavigation()
  const awaited = state === 'loading' ? (location?.key ?? null) : null
  const [stalled, setStalled] = useState(false)

  useEffect(() => {
    if (!awaited) return
    const timer = setTimeout(() => setStalled(true), CHUNK_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [awaited])

  if (stalled) throw new Error(CHUNK_LOAD_ERROR)
  return null
}
