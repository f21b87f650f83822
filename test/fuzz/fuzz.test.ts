import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TARGETS } from './targets.ts'

/** Always the same inputs; `npm run bench -- fuzz` tries a million others. */
const seed = 20_261_122

test.each(TARGETS)('random input: $name', async ({ property }) => {
  const result = await fc.check(property, { numRuns: 1_000, seed })
  expect(result.failed ? fc.defaultReportMessage(result) : null).toBe(null)
})
