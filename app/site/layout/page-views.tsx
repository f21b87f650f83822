import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { countPageView } from '#app/browser/page-view.ts'

/** Counts the first page and every navigation after it, once the page has had its turn. */
export function PageViews({ publishableKey }: { publishableKey: string }) {
  const { pathname } = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => countPageView(pathname, publishableKey), 1_000)
    return () => clearTimeout(timer)
  }, [pathname, publishableKey])
  return null
}
