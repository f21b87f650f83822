import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SAVED_PAGES } from '#domain/app-shell.ts'
import { formatDay, indianDay, relativeDay } from '#domain/dates.ts'

interface KeptDay {
  /** As '24-11-2026'. */
  day: string
  /** As '3 days ago'. */
  ago: string
}

/** @returns the day on which the page was kept that is read offline now; null when it was today, and while that is not known */
export function useKeptDay(): KeptDay | null {
  const { pathname } = useLocation()
  const [kept, setKept] = useState<{ pathname: string; on: KeptDay | null } | null>(null)

  useEffect(() => {
    readKeptDay().then(
      (on) => setKept({ pathname, on }),
      (error: unknown) => console.info('It is not known how old this page is', error),
    )
  }, [pathname])
  return kept?.pathname === pathname ? kept.on : null
}

async function readKeptDay(): Promise<KeptDay | null> {
  const documents = await caches.open(SAVED_PAGES)
  const page = await documents.match(location.pathname + location.search, { ignoreVary: true })
  const date = page?.headers.get('date')
  if (!date) return null
  const [day, today] = [indianDay(Date.parse(date)), indianDay(Date.now())]
  return day === today ? null : { day: formatDay(day), ago: relativeDay(day, today) }
}
