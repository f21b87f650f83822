import { expect, onTestFinished, test, vi } from 'vitest'
import { openRounds } from './rounds.ts'

test('rounds begin at once, follow each other, and report the first of several failures', async () => {
  const results = ['done', 'fails', 'fails', 'done', 'fails', 'done']
  const failures: number[] = []
  let begun = 0
  let running = 0
  const rounds = openRounds(
    async () => {
      const number = begun++
      expect(++running, 'one at a time').toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 3))
      running -= 1
      if (results[number] === 'fails') throw new Error(String(number))
    },
    { interval: 1, onFailure: (error) => failures.push(Number((error as Error).message)) },
  )
  expect(begun).toBe(1)
  await vi.waitUntil(() => begun > results.length, { timeout: 30_000, interval: 1 })
  await rounds.close()
  expect([running, failures]).toEqual([0, [1, 4]])
})

test('closing aborts the round that runs and waits for its end, and its failure is not reported', async () => {
  const failures: unknown[] = []
  let hasEnded = false
  const rounds = openRounds(
    async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      hasEnded = true
      signal.throwIfAborted()
    },
    { interval: 60_000, onFailure: (error) => failures.push(error) },
  )
  await rounds.close()
  expect([hasEnded, failures]).toEqual([true, []])
})

test('a round that takes long is followed by one, and not by all that were due meanwhile', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ends: (() => void)[] = []
  const rounds = openRounds(() => new Promise<void>((resolve) => ends.push(resolve)), {
    interval: 1,
    onFailure: () => {},
  })
  await vi.advanceTimersByTimeAsync(20)
  ends.at(-1)?.()
  await vi.advanceTimersByTimeAsync(20)
  expect(ends).toHaveLength(2)
  const closed = rounds.close()
  ends.at(-1)?.()
  await closed
  await vi.advanceTimersByTimeAsync(20)
  expect(ends).toHaveLength(2)
})
