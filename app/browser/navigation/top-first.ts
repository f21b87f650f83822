import { loading } from './progress.ts'
import { nextFrame, wait, whenIdle } from '#app/browser/when-idle.ts'
import { allOnPage, isOnPage } from '#app/browser/shown-page.ts'

/**
 * While the attribute `data-top-first` is set, style sheets exclude content far below the fold from layout, which would
 * take 10 to 30 ms on a slow phone. The heights of excluded content are estimates. So when a scroll position is restored,
 * the attribute is set only if the heights were noted before.
 */

/** Inline script for the head of every document: sets the attribute when a scroll position is neither restored nor given by a fragment. */
export const TOP_FIRST_SCRIPT =
  'if(performance.getEntriesByType("navigation")[0]?.type=="navigate"&&!location.hash)document.documentElement.dataset.topFirst="";'

/** Pause between two looks at whether the next page has arrived, in milliseconds. */
const LOADING_CHECK_MS = 50

/** How often the attribute has been set or removed; in a new document 0. */
let timesSet = 0

/**
 * Sets or removes the attribute when a page has been swapped in, before anything of it is laid out.
 *
 * @param isTopFirst whether its rest is laid out later
 * @param isNoted whether the page has noted heights instead of estimates; the attribute, whose change has every part
 *   styled again, is not needed then
 */
export function setTopFirst(isTopFirst: boolean, isNoted = false): void {
  document.documentElement.toggleAttribute('data-top-first', isTopFirst && !isNoted)
  const time = ++timesSet
  if (isTopFirst) void nextFrame().then(() => layOutRest(time))
}

/** The elements that style sheets may exclude. */
const EXCLUDED = '.home-section ol, .home-lower > *, .card, .notice-body > *, .days tr'

/** After so many elements, of which some are not displayed, the next part waits for another frame. */
const ELEMENTS_PER_FRAME = 20

/**
 * Lays out the rest of the page when it is idle, part by part, so that no frame takes long, and ends the exclusion.
 *
 * @param time value of `timesSet` for this page. When it has changed, another page has been swapped in, or the same page
 *   again with noted heights, and the function ends
 */
export async function layOutRest(time: number): Promise<void> {
  if (time !== timesSet) return
  const parts = allOnPage(EXCLUDED)
  // Noted parts are laid out too when the visitor scrolls to them.
  for (const { style } of parts) style.contentVisibility &&= 'auto'
  await whenIdle(0)
  let elements = 0
  for (const part of parts) {
    if (time !== timesSet) return
    part.style.cssText = 'content-visibility:visible'
    elements += part.querySelectorAll('*').length
    if (elements < ELEMENTS_PER_FRAME) continue
    elements = 0
    await nextFrame()
    // Until the next page has arrived, the main thread stays free for it.
    while (loading) await wait(LOADING_CHECK_MS)
  }
  if (time !== timesSet) return
  setTopFirst(false)
  for (const part of parts) part.removeAttribute('style')
}

/** Parts within this distance of the window, in pixels, are laid out too: the window may become higher, and the visitor may scroll on. */
const NEAR_PX = 100

/**
 * Notes the layout of a page that the visitor leaves.
 *
 * @returns a function to call before the page is swapped in again. It limits the first layout to the parts that were on
 *   screen or had the focus, and gives the other parts the noted heights, so that the scroll position can be restored
 *   exactly. It returns false when the heights are not known; then everything has to be laid out.
 */
export function noteLayout(main: HTMLElement): () => boolean {
  // While the attribute is set, excluded parts have no layout, and to measure them would cause one: they stay unknown.
  const width = 'topFirst' in document.documentElement.dataset ? 0 : innerWidth
  const parts = [...main.querySelectorAll<HTMLElement>(EXCLUDED)].map((part) => {
    const { top, bottom, height } = width ? part.getBoundingClientRect() : new DOMRect()
    const isNear = (bottom > -NEAR_PX && top < innerHeight + NEAR_PX) || part.matches(':focus-within')
    return { part, styles: isNear ? '' : `content-visibility:hidden;height:${height}px` }
  })
  return () => {
    const isKnown = width === innerWidth
    for (const { part, styles } of parts) part.style.cssText = isKnown ? styles : ''
    return isKnown
  }
}

/**
 * Notes what is in the middle of the screen when the visitor leaves a page.
 *
 * @returns a function that scrolls it there again. The scroll position alone would show something else where heights were
 *   estimates, or where the window has another width since. It is restored itself at the top of a page, and when that part
 *   is gone
 */
export function noteScroll(): () => void {
  const position = scrollY
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('main *')
  const topOf = (part: Element) => part.getBoundingClientRect().top
  const top = middle ? topOf(middle) : 0
  return () => scrollTo(0, position && middle && isOnPage(middle) ? scrollY + topOf(middle) - top : position)
}
