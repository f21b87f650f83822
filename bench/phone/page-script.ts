/** Measurements of the first view of a document, recorded by the script below. */
interface FirstView {
  firstPaint: number
  largestPaint: number
  layoutShift: number
  blocked: number
}

declare global {
  interface Window {
    bench: {
      /** Starts to wait for a heading with a text that differs from this page's. */
      arm(): void
      firstView(): FirstView
    }
  }
}

/** Session storage keys through which the documents of one tab and the bench exchange values. */
export const FROM = 'bench-from'
export const PAINTED = 'bench-painted'

/**
 * Runs in every document before its own scripts. Records when a page with another heading is painted: as a new
 * document, from the back-forward cache, or within the same document.
 */
export function recordPaints([FROM, PAINTED]: [string, string]): void {
  if (location.protocol !== 'https:') return
  const heading = () => document.querySelector('main h1')?.textContent ?? ''
  let from = sessionStorage.getItem(FROM)
  let firstPaint: Promise<number> | undefined

  const checkHeading = () => {
    const text = from === null ? '' : heading()
    if (text === '' || text === from) return
    from = null
    sessionStorage.removeItem(FROM)
    // The second frame begins after the first one, which shows the heading, was submitted for display.
    requestAnimationFrame(() => requestAnimationFrame(() => void record(Date.now())))
  }
  const record = async (frame: number) => {
    const painted = Math.max(frame, performance.timeOrigin + (await firstPaint!))
    sessionStorage.setItem(PAINTED, String(painted))
  }
  new MutationObserver(checkHeading).observe(document, { childList: true, subtree: true, characterData: true })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    from = sessionStorage.getItem(FROM)
    checkHeading()
  })

  const observe = (type: string, use: (entries: PerformanceEntryList) => void) =>
    new PerformanceObserver((list) => use(list.getEntries())).observe({ type, buffered: true })
  let largestPaint = 0
  let layoutShift = 0
  const tasks: PerformanceEntryList = []
  firstPaint = new Promise((resolve) => {
    observe('paint', (entries) => {
      const first = entries.find(({ name }) => name === 'first-contentful-paint')
      if (first) resolve(first.startTime)
    })
  })
  observe('largest-contentful-paint', (entries) => (largestPaint = entries.at(-1)?.startTime ?? largestPaint))
  observe('layout-shift', (entries) => {
    for (const shift of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!shift.hadRecentInput) layoutShift += shift.value
  })
  observe('longtask', (entries) => tasks.push(...entries))

  window.bench = {
    arm: () => {
      from = heading()
      sessionStorage.removeItem(PAINTED)
      sessionStorage.setItem(FROM, from)
    },
    firstView: () => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
      const blocked = tasks
        .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, paint) - 50)
        .reduce((sum, time) => sum + Math.max(0, time), 0)
      return { firstPaint: paint, largestPaint, layoutShift, blocked }
    },
  }
}
