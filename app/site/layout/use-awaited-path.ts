import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** A page that arrives sooner than this is shown without placeholders before it, in milliseconds. */
const PATIENCE_MS = 120

/** @returns the path of the page that is on its way, once the wait becomes noticeable */
export function useAwaitedPath(): string | null {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const awaited = location && location.pathname !== pathname ? location.pathname : null
  const [noticed, setNoticed] = useState<string | null>(null)

  useEffect(() => {
    const timer = setTimeout(() => setNoticed(awaited), awaited ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [awaited])

  return awaited !== null && noticed === awaited ? awaited : null
}
