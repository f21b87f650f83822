import { expect, test } from 'vitest'
import { createOriginPauses } from './origin-pauses.ts'

const origin = 'https://push.example'

/** Lets attempts at a service fail at the same time. @returns the seconds of the pauses that begin with them */
function failAll(pauses: ReturnType<typeof createOriginPauses>, attempts: number): (number | null)[] {
  const outcome = { outcome: 'again', attempts: 1, seconds: 10 } as const
  const failures = Array.from({ length: attempts }, () =>
    pauses.record(origin, { failure: 'timeout', isUnreachable: true }, { outcome }),
  )
  return failures.filter((seconds) => seconds !== null)
}

test('a service that stays unreachable is paused again after each pause', () => {
  let now = 0
  const pauses = createOriginPauses(() => now)
  expect(failAll(pauses, 7)).toEqual([])
  expect(failAll(pauses, 25)).toEqual([30])
  now += 30_000
  expect(pauses.remaining(origin)).toBe(0)
  expect(failAll(pauses, 32)).toEqual([30])
  expect(pauses.remaining(origin)).toBe(30)
})

test('a service that has responded is paused only after as many failures as before', () => {
  let now = 0
  const pauses = createOriginPauses(() => now)
  failAll(pauses, 8)
  now += 30_000
  pauses.record(origin, { status: 201, text: '' }, { outcome: { outcome: 'sent' } })
  expect(failAll(pauses, 7)).toEqual([])
  expect(failAll(pauses, 1)).toEqual([30])
})
