import { afterEach, expect, test, vi } from 'vitest'
import { withChunkLimit } from './chunk-limit.ts'

afterEach(() => vi.useRealTimers())

test('a script that arrives, or fails, within 120 seconds is passed on', async () => {
  await expect(withChunkLimit(Promise.resolve('part'))).resolves.toBe('part')
  await expect(withChunkLimit(Promise.reject(new Error('404')))).rejects.toThrow('404')
})

test('a script that has not arrived after 120 seconds is a loading-chunk error', async () => {
  vi.useFakeTimers()
  let reported: unknown
  void withChunkLimit(new Promise(() => {})).catch((error: unknown) => (reported = error))
  await vi.advanceTimersByTimeAsync(119_000)
  expect(reported).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(String(reported)).toBe('Error: Loading chunk failed: no answer within 120 seconds')
})
