import { reportMeaningfulAction } from './meaningful-action.ts'
import { NOTICES_BEFORE_INVITATION } from '#domain/limits.ts'
import { shownMain } from '#app/browser/shown-page.ts'

const KEY = 'opened_notices'

/** Reports meaningful actions: a second notice opened in this tab, or a page shared. */
export function watchActions(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.share :is(a, button)')) reportMeaningfulAction()
  })
  addEventListener('pageshown', noteOpenedNotice)
  noteOpenedNotice()
}

function noteOpenedNotice(): void {
  if (shownMain()?.dataset['notice'] === undefined) return
  if (countOpenedNotice(location.pathname) >= NOTICES_BEFORE_INVITATION) reportMeaningfulAction()
}

/** @returns how many different notices this tab has shown; may stop counting at NOTICES_BEFORE_INVITATION */
export function countOpenedNotice(path: string): number {
  try {
    const opened = new Set(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]).add(path)
    sessionStorage.setItem(KEY, JSON.stringify([...opened].slice(-NOTICES_BEFORE_INVITATION)))
    return opened.size
  } catch {
    return 0
  }
}
