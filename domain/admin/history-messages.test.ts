import { expect, test } from 'vitest'
import { changedField, inSentence, whoChanged } from './history-messages.ts'

const change = { name: 'asha@example.org', source: 'form', is_own: false, at: '2026-11-22T05:11:00+00:00' } as const

test.each([
  ['2026-11-22T12:00:00Z', 'asha@example.org changed the last date at 10:41 AM'],
  // Half past midnight in India.
  ['2026-11-22T19:00:00Z', 'asha@example.org changed the last date on 22-11-2026 10:41 AM'],
])('who changed a field, and when, at %s', (now, expected) => {
  expect(changedField(change, 'Last date', Date.parse(now))).toBe(expected)
})

test('a change of the own account is not that of somebody else', () => {
  expect(changedField({ ...change, is_own: true }, 'Last date', Date.parse('2026-11-22T12:00:00Z'))).toBe(
    'Your account changed the last date at 10:41 AM',
  )
})

test('changes without a name', () => {
  expect(whoChanged({ name: null, source: 'server' })).toBe('The server')
  expect(whoChanged({ name: null, source: 'api' })).toBe('A program with the secret key')
})

test.each([
  ['Last date', 'last date'],
  ['PDF link', 'PDF link'],
  ['Fee SC/ST', 'fee SC/ST'],
])('%s within a sentence', (label, expected) => {
  expect(inSentence(label)).toBe(expected)
})
