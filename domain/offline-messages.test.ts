import { expect, test } from 'vitest'
import { savedCopyMessage } from './offline-messages.ts'

test.each([
  ['2026-11-22T01:32:00Z', '2026-11-22T01:33:00Z', 'Saved copy of 7:02 AM'],
  ['2026-11-21T18:30:00Z', '2026-11-22T18:29:59Z', 'Saved copy of 12:00 AM'],
  ['2026-11-21T18:29:59Z', '2026-11-21T18:30:00Z', 'Saved copy of 21-11-2026 11:59 PM'],
  ['2026-11-20T01:32:00Z', '2026-11-22T01:32:00Z', 'Saved copy of 20-11-2026 7:02 AM'],
])('a page saved at %s and read at %s has the mark %s', (savedAt, now, expected) => {
  expect(savedCopyMessage(Date.parse(savedAt), Date.parse(now))).toBe(expected)
})
