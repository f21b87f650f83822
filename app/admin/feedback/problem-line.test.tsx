import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProblemLine } from './problem-line.tsx'

test('a line without a problem is an empty live region', () => {
  expect(renderToStaticMarkup(<ProblemLine id="line">{null}</ProblemLine>)).toBe(
    '<p id="line" class="problem" role="alert"></p>',
  )
})

test('a problem stands beside its drawing', () => {
  expect(renderToStaticMarkup(<ProblemLine>Not saved.</ProblemLine>)).toMatch(
    /^<p class="problem" role="alert"><svg.*<\/svg>Not saved\.<\/p>$/,
  )
})
