import { expect, test } from 'vitest'
import { pagePart } from './page-part.ts'

const whole =
  '<!DOCTYPE html><html lang="en-IN" data-build="abc" data-site="Suchana"><head><style>.shared{}</style>' +
  '<style data-sheet="list">.own{}</style><link rel="icon" href="/favicon.svg"><title>Jobs</title><meta name="description">' +
  '</head><body><header>Menu</header><main id="main"><h1>Jobs</h1></main><footer>Contact</footer></body></html>'

test('the part of a page is its build, own styles, metadata and main element', () => {
  expect(pagePart(Buffer.from(whole)).toString()).toBe(
    '<!DOCTYPE html><html lang="en-IN" data-build="abc" data-part><head><style data-sheet="list">.own{}</style>' +
      '<title>Jobs</title><meta name="description"></head><body><main id="main"><h1>Jobs</h1></main></body></html>',
  )
})

test.each(['<ul><li>A suggestion</li></ul>', whole.replace('</main>', ''), ''])(
  '%j is no whole page and is not changed',
  (html) => {
    expect(pagePart(Buffer.from(html)).toString()).toBe(html)
  },
)
