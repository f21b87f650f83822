import { expect, test, vi } from 'vitest'
import { saveSignal } from './save-signal.ts'
import { SAVE_TIMEOUT_MS } from '#domain/limits.ts'

test('a save with a long text has more time', () => {
  vi.useFakeTimers()
  const [short, long] = [saveSignal(''), saveSignal('क'.repeat(80_000))]
  vi.advanceTimersByTime(SAVE_TIMEOUT_MS)
  expect([short.aborted, long.aborted]).toEqual([true, false])
  vi.advanceTimersByTime(30_000)
  expect(long.aborted).toBe(true)
  vi.useRealTimers()
})
