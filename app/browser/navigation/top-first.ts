import { nextFrame, whenIdle } from '#app/browser/when-idle.ts'

/**
 * While `data-top-first` is set, style sheets exclude what is far below the fold from the first layout, which takes a slow
 * phone 10 to 30 ms. Heights are estimates until everything is laid out, so where a scroll position is restored it is set
 * only after `noteHeights`.
 */

/** Inline script for the head of every document: sets the attribute when the page was not reloaded or gone back to. */
export const TOP_FIRST_SCRIPT =
  'if(performance.getEntriesByType("navigation")[0]?.type=="navigate"&&!location.hash)document.documentElement.dataset.topFirst="";'

/** How often the attribute has been set after the first page. */
let timesSet = 0

/** Sets the attribute before a new page is swapped in. */
export function setTopFirst(): void {
  timesSet += 1
  document.documentElement.dataset['topFirst'] = ''
  void whenIdle(0).then(layOutRest)
}

/** Ends the exclusion; the rest of the page is laid out with the next frame. */
export function layOutAll(): void {
  delete document.documentElement.dataset['topFirst']
}

/** What style sheets may exclude. */
const EXCLUDED = '.home-section ol, .home-lower > *, .card, .notice-body > *'

/** After so many elements, of which some are not displayed, the next part waits for another frame. */
const ELEMENTS_PER_FRAME = 40

/** Lays out the rest of the page part by part, so that no frame takes long, and ends the exclusion. */
export async function layOutRest(): Promise<void> {
  const before = timesSet
  const parts = document.querySelectorAll<HTMLElement>(EXCLUDED)
  let elements = 0
  for (const part of parts) {
    part.style.contentVisibility = 'visible'
    elements += part.querySelectorAll('*').length
    if (elements < ELEMENTS_PER_FRAME) continue
    elements = 0
    await nextFrame()
  }
  // A page that has set it meanwhile ends it itself.
  if (before === timesSet) layOutAll()
  for (const part of parts) part.style.contentVisibility = ''
}

/**
 * Writes the heights of a page that is left to its parts, so that going back lays out only what is on screen and still
 * restores the scroll position exactly.
 *
 * @returns whether they are known: not when a part has not been laid out yet
 */
export function noteHeights(main: HTMLElement): boolean {
  if ('topFirst' in document.documentElement.dataset) return false
  const parts = [...main.querySelectorAll<HTMLElement>(EXCLUDED)]
  // All heights are read before the first one is written, which would make the next one be computed again.
  const heights = parts.map((part) => {
    const style = getComputedStyle(part)
    const edges = [style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth]
    return edges.reduce((height, edge) => height - parseFloat(edge), parseFloat(style.height))
  })
  parts.forEach((part, index) => (part.style.containIntrinsicBlockSize = `${heights[index]}px`))
  return true
}
