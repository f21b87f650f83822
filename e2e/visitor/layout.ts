import type { Page } from '@playwright/test'

/** Makes the browser lay out the parts that it skips until they come into view. */
export async function renderAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
    }
  })
}

/** @returns the elements that are cut off or make the page scroll horizontally */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      !element.closest('.visually-hidden, .skip-link') &&
      getComputedStyle(element).clipPath !== 'inset(50%)'
    /** Tables and rows of chips may scroll horizontally in a box of their own. */
    const isInScroller = (element: Element) => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowX) && parent !== document.body) return true
      return false
    }
    const found = [...document.body.querySelectorAll('*')].filter((element) => {
      if (!isShown(element) || isInScroller(element)) return false
      const { left, right, width } = element.getBoundingClientRect()
      const { overflowX } = getComputedStyle(element)
      const isCut = (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1
      return width > 0 && (right > innerWidth + 1 || left < -1 || (isCut && !element.matches('input')))
    })
    const { scrollWidth } = document.documentElement
    const wide = scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide in a window of ${innerWidth}`] : []
    return [...wide, ...found.map((element) => element.outerHTML.slice(0, 120))]
  })
}

/** @returns pairs of texts and images that overlap */
export function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Box {
      element: Element
      what: string
      rect: DOMRect
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: false }) &&
      !element.closest('.visually-hidden, .skip-link, [popover]:not(:popover-open)')
    const boxes: Box[] = []
    /** The part of a line box that letters fill: from the top of capitals to a little below the baseline. */
    const letters = ({ left, top, width, height }: DOMRect) =>
      new DOMRect(left, top + height * 0.28, width, height * 0.56)
    /** Content beyond the edge of a box that clips its overflow is not painted. */
    const painted = (element: Element, rect: DOMRect) => {
      let { left, top, right, bottom } = rect
      for (let parent: Element | null = element; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX === 'visible') continue
        const edge = parent.getBoundingClientRect()
        left = Math.max(left, edge.left)
        top = Math.max(top, edge.top)
        right = Math.min(right, edge.right)
        bottom = Math.min(bottom, edge.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const add = (element: Element, what: string, whole: DOMRect) => {
      const rect = painted(element, whole)
      if (rect.width > 0 && rect.height > 0) boxes.push({ element, what, rect })
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const line of range.getClientRects()) add(element, node.textContent.trim().slice(0, 50), letters(line))
    }
    for (const picture of document.querySelectorAll('svg, img'))
      if (isShown(picture)) add(picture, picture.outerHTML.slice(0, 80), picture.getBoundingClientRect())

    const shared = (one: DOMRect, other: DOMRect) => ({
      across: Math.min(one.right, other.right) - Math.max(one.left, other.left),
      down: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    })
    boxes.sort((one, other) => one.rect.top - other.rect.top)
    const found: string[] = []
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (other.rect.top > one.rect.bottom) break
        if (one.element === other.element) continue
        const { across, down } = shared(one.rect, other.rect)
        if (across > 2 && down > 2) found.push(`${one.what} | ${other.what}`)
      }
    }
    return found
  })
}

/**
 * Starts to sum the layout shifts of every page that follows. Not counted are texts in Hindi: on machines without a font
 * for it they move when ours arrives.
 */
export async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { document: shown } = globalThis
    const isHindi = (node?: Node | null) => node?.parentElement?.closest('[lang="hi"]')
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node | null }[] })[]
      const sum = shifts
        .filter(({ sources }) => !sources.every(({ node }) => isHindi(node)))
        .reduce((total, { value }) => total + value, Number(shown.documentElement.dataset['shift'] ?? 0))
      shown.documentElement.dataset['shift'] = String(sum)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** @returns the sum of the layout shifts of this page, after the time in which the observer reports them */
export function sumOfShifts(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
    return Number(document.documentElement.dataset['shift'] ?? 0)
  })
}

/** @returns dates such as 24-11-2026 that are broken into two lines, with the text before them */
export function brokenDates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { data } = text as Text
      for (const { index, 0: date } of data.matchAll(/\d\d-\d\d-\d{4}/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + date.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(data.slice(Math.max(0, index - 30), index + date.length))
      }
    }
    return broken
  })
}
