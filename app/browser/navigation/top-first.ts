import { whenIdle } from '#app/browser/when-idle.ts'

/**
 * While `data-top-first` is set, style sheets exclude what is far below the fold from the first layout, which takes a slow
 * phone 10 to 30 ms. Not set where a scroll position is restored: heights are estimates until everything is laid out.
 */

/** Inline script for the head of every document: sets the attribute when the page was not reloaded or gone back to. */
export const TOP_FIRST_SCRIPT =
  'if(performance.getEntriesByType("navigation")[0]?.type=="navigate"&&!location.hash)document.documentElement.dataset.topFirst="";'

/** Sets the attribute before a new page is swapped in. */
export function setTopFirst(): void {
  document.documentElement.dataset['topFirst'] = ''
  void whenIdle(0).then(layOutAll)
}

/** Ends the exclusion; the rest of the page is laid out with the next frame. */
export function layOutAll(): void {
  delete document.documentElement.dataset['topFirst']
}
