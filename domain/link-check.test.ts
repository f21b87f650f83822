import { expect, test } from 'vitest'
import { answerOf, linkResult } from './link-check.ts'

test.each([
  [200, 'works', 'works'],
  [206, 'works', 'works'],
  [404, 'fails', 'answers 404'],
  [410, 'fails', 'answers 410'],
  [500, 'fails', 'answers 500'],
  [502, 'fails', 'answers 502'],
  ...[304, 400, 401, 403, 405, 429, 451, 503].map((status) => [
    status,
    'unknown',
    `could not be checked: the server answers ${status} to programs`,
  ]),
] as [number, string, string][])('a server that answers %i: %s', (status, outcome, result) => {
  const answer = answerOf(status)
  expect(answer).toEqual({ outcome, status, reason: null })
  expect(linkResult(answer)).toBe(result)
})

test('a link without an answer has a reason in words', () => {
  expect(linkResult({ outcome: 'fails', status: null, reason: 'no-host' })).toBe('there is no such host')
})
