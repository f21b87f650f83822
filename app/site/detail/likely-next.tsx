import { useEffect, useState } from 'react'
import { whenIdle } from '#app/browser/when-idle.ts'
import { NoticePrefetch } from './notice-prefetch.tsx'

/** Fetches the details a visitor is most likely to open, once the page is idle and unless they save data. */
export function LikelyNext({ paths }: { paths: string[] }) {
  const [idle, setIdle] = useState(false)

  useEffect(() => {
    if (!savesData()) void whenIdle().then(() => setIdle(true))
  }, [])

  return idle ? paths.map((path) => <NoticePrefetch key={path} path={path} />) : null
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true
}
