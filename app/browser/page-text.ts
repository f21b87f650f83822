import type { PageText } from '#domain/ad-eligibility.ts'
import { shownMain } from '#app/browser/shown-page.ts'

/** Measures the content of the page on screen, without the space for advertisements. */
export function readPageText(): PageText {
  const main = shownMain() ?? document.body
  const count = (selector: string) => main.querySelectorAll(selector).length
  const adSpace = main.querySelector('.ad-space')?.getBoundingClientRect().height ?? 0
  return {
    path: shownPath(main),
    text: main.innerText,
    // Reading `innerText` would cause a layout for each paragraph in a closed question.
    paragraphs: Array.from(main.querySelectorAll('p'), ({ textContent }) => textContent),
    height: main.getBoundingClientRect().height - adSpace,
    headings: count('h1, h2, h3, h4, h5, h6'),
    links: count('a[href]'),
    lists: count('ul, ol'),
    images: count('img, picture'),
    hasMetadata: Boolean(document.title && document.querySelector('meta[name="description"]')?.getAttribute('content')),
  }
}

/** A page in place of a missing one, or one that could not be shown whole, counts as an error page. */
function shownPath({ dataset: { status } }: HTMLElement): string {
  if (!status) return location.pathname
  return status === '404' || status === '410' ? '/404' : '/error'
}
