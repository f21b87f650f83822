import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { headScript } from './head-script.ts'

/** Runs the script in the head of a document whose storage holds a theme. */
function datasetWith(localStorage: Record<string, string>): Record<string, string> {
  const documentElement = { dataset: {} as Record<string, string> }
  const document = { documentElement, getElementsByName: () => [] }
  runInNewContext(headScript('/font.woff2'), { document, localStorage, navigator: {} })
  return documentElement.dataset
}

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['blue', 'light'],
  ['', undefined],
])('the stored theme %j is shown as %j', (stored, shown) => {
  expect(datasetWith({ theme: stored })['theme']).toBe(shown)
})

test('without a stored theme none is set, so that the stylesheet follows the system', () => {
  expect(datasetWith({})).toEqual({ font: '/font.woff2' })
})
