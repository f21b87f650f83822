import type { PageText } from '#domain/ad-eligibility.ts'

/** Measures the content of the page on screen. */
export function readPageText(): PageText {
  const main = document.querySelector('main') ?? document.body
  const count = (selector: string) => main.querySelectorAll(selector).length
  const content = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')
  return {
    path: content('robots')?.includes('noindex') ? '/404' : location.pathname,
    text: main.innerText,
    paragraphs: Array.from(main.querySelectorAll('p'), ({ innerText }) => innerText),
    height: main.getBoundingClientRect().height,
    headings: count('h1, h2, h3, h4, h5, h6'),
    links: count('a[href]'),
    lists: count('ul, ol'),
    images: count('img, picture'),
    hasMetadata: Boolean(document.title && content('description')),
  }
}
