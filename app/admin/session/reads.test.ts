import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { READ } from '#domain/admin/messages.ts'
import { READ_TIMEOUT_MS, READS_GIVE_WAY_MS, READS_PAUSE_MS } from '#domain/limits.ts'
import { letReadsGiveWay, readInTime } from './reads.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A read whose requests are answered by the test, or rejected when they are aborted. */
function startRead() {
  const requests: { signal: AbortSignal; answer: (value: string) => void }[] = []
  const value = readInTime<string>(
    (signal) =>
      new Promise((resolve, reject) => {
        requests.push({ signal, answer: resolve })
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  ).catch((error: Error) => error.message)
  return { requests, value }
}

test('reads give way to a change that is not answered soon, and are made again after it', async () => {
  const { requests, value } = startRead()
  const change = Promise.withResolvers<void>()
  const ended = letReadsGiveWay(change.promise)
  await vi.advanceTimersByTimeAsync(READS_GIVE_WAY_MS - 1)
  expect(requests[0]?.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests[0]?.signal.aborted).toBe(true)
  change.resolve()
  await ended
  await vi.advanceTimersByTimeAsync(READS_PAUSE_MS - 1)
  expect(requests, 'the next part of the change comes first').toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(2)
  requests[1]?.answer('read')
  expect(await value).toBe('read')
})

test('a read goes on during a change that is answered soon', async () => {
  const { requests, value } = startRead()
  await letReadsGiveWay(Promise.resolve())
  await vi.advanceTimersByTimeAsync(2 * READS_GIVE_WAY_MS)
  requests[0]?.answer('read')
  expect(await value).toBe('read')
  expect(requests).toHaveLength(1)
})

test('a read ends in time although it has given way, and is not made again', async () => {
  const { requests, value } = startRead()
  const gate = Promise.withResolvers<void>()
  const change = letReadsGiveWay(gate.promise)
  await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS)
  expect(await value).toBe(READ.late)
  gate.resolve()
  await change
  await vi.advanceTimersByTimeAsync(READS_PAUSE_MS)
  expect(requests).toHaveLength(1)
})
