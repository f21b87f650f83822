import { nextFrame, whenIdle } from '#app/browser/when-idle.ts'

/**
 * While `data-top-first` is set, style sheets exclude what is far below the fold from the first layout, which takes a slow
 * phone 10 to 30 ms. Heights are estimates until everything is laid out, so where a scroll position is restored it is set
 * only with a noted layout.
 */

/** Inline script for the head of every document: sets the attribute when the page was not reloaded or gone back to. */
export const TOP_FIRST_SCRIPT =
  'if(performance.getEntriesByType("navigation")[0]?.type=="navigate"&&!location.hash)document.documentElement.dataset.topFirst="";'

/** How often the attribute has been set or removed; in a new document 0. */
let timesSet = 0

/** Sets or removes the attribute when a page has been swapped in, before anything of it is laid out. */
export function setTopFirst(isTopFirst: boolean): void {
  document.documentElement.toggleAttribute('data-top-first', isTopFirst)
  const time = ++timesSet
  if (isTopFirst) void nextFrame().then(() => layOutRest(time))
}

/** What style sheets may exclude. */
const EXCLUDED = '.home-section ol, .home-lower > *, .card, .notice-body > *'

/** After so many elements, of which some are not displayed, the next part waits for another frame. */
const ELEMENTS_PER_FRAME = 40

const VISIBLE = 'content-visibility:visible'

/**
 * Lays out the rest of the page when it is idle, part by part, so that no frame takes long, and ends the exclusion.
 *
 * @param time of the setting for this page; another page may have been swapped in since, or the same one again, whose parts
 *   have the heights that were noted
 */
export async function layOutRest(time: number): Promise<void> {
  if (time !== timesSet) return
  const parts = document.querySelectorAll<HTMLElement>(EXCLUDED)
  for (const part of parts) part.style.contentVisibility = ''
  await whenIdle(0)
  let elements = 0
  for (const part of parts) {
    if (time !== timesSet) return
    part.style.cssText = VISIBLE
    elements += part.querySelectorAll('*').length
    if (elements < ELEMENTS_PER_FRAME) continue
    elements = 0
    await nextFrame()
  }
  if (time !== timesSet) return
  setTopFirst(false)
  for (const part of parts) part.style.cssText = ''
}

/** How far from the window a part is still near, in pixels: the window may have become higher, and scrolling goes on. */
const NEAR_PX = 100

/**
 * Notes how a page that is left is laid out.
 *
 * @returns to be called before the page is swapped in again: limits its first layout to what was on screen or had the
 *   focus, between parts of the noted heights, so that the scroll position can be restored exactly. Its result is false
 *   when the heights are not known, so that everything has to be laid out.
 */
export function noteLayout(main: HTMLElement): () => boolean {
  // What has no layout yet is not laid out to be left.
  const width = 'topFirst' in document.documentElement.dataset ? 0 : innerWidth
  const parts = [...main.querySelectorAll<HTMLElement>(EXCLUDED)].map((part) => {
    const { top, bottom, height } = width ? part.getBoundingClientRect() : new DOMRect()
    const isNear = (bottom > -NEAR_PX && top < innerHeight + NEAR_PX) || part.matches(':focus-within')
    return { part, styles: isNear ? VISIBLE : `content-visibility:hidden;height:${height}px` }
  })
  return () => {
    const isKnown = width === innerWidth
    for (const { part, styles } of parts) part.style.cssText = isKnown ? styles : ''
    return isKnown
  }
}
