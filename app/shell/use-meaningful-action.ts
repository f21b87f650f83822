import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { followMeaningfulActions, noteMeaningfulAction } from '#app/browser/meaningful-action.ts'
import { isNoticePath } from '#domain/content/registry.ts'
import { NOTICES_BEFORE_INVITATION } from '#domain/limits.ts'

const KEY = 'opened_notices'

/** @returns whether the visitor has opened a second notice in this tab, shared a page or subscribed to the newsletter */
export function useMeaningfulAction(): boolean {
  const { pathname } = useLocation()
  const [hasActed, setHasActed] = useState(false)

  useEffect(() => {
    const act = () => setHasActed(true)
    const noteShared = ({ target }: Event) => {
      if (target instanceof Element && target.closest('.share a')) act()
    }
    document.addEventListener('click', noteShared)
    const stop = followMeaningfulActions(act)
    return () => {
      document.removeEventListener('click', noteShared)
      stop()
    }
  }, [])

  useEffect(() => {
    if (isNoticePath(pathname) && countOpened(pathname) >= NOTICES_BEFORE_INVITATION) noteMeaningfulAction()
  }, [pathname])
  return hasActed
}

/** @returns how many different notices this tab has shown */
function countOpened(path: string): number {
  try {
    const opened = new Set(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]).add(path)
    sessionStorage.setItem(KEY, JSON.stringify([...opened].slice(-NOTICES_BEFORE_INVITATION)))
    return opened.size
  } catch {
    return 0
  }
}
