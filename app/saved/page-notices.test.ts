import { expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { LAST_DATE_TO_APPLY } from '#domain/messages.ts'

test('the last date of a card has the label that the server gives it, so both can be compared', () => {
  const kinds = CONTENT_KINDS.filter(({ lastDateOnCards }) => lastDateOnCards)
  expect(kinds).not.toEqual([])
  for (const { dates } of kinds)
    expect(dates).toContainEqual(expect.objectContaining({ label: LAST_DATE_TO_APPLY, deadline: true }))
})
