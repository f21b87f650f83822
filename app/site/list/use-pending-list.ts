import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { kindOfListPath } from '#domain/content/registry.ts'

/** A list that arrives sooner than this is shown without placeholders before it, in milliseconds. */
const PATIENCE_MS = 120

/** @returns the kind whose list page is on its way, once the wait becomes noticeable */
export function usePendingList(): ContentKind | null {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const awaited = location && location.pathname !== pathname ? location.pathname : null
  const [noticed, setNoticed] = useState<string | null>(null)

  useEffect(() => {
    const timer = setTimeout(() => setNoticed(awaited), awaited ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [awaited])

  return awaited && noticed === awaited ? (kindOfListPath(awaited) ?? null) : null
}
