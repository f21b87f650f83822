import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLimiter, TooManyWaiting } from './limiter.ts'

test('a limiter runs at most the given number of tasks at once, in the order of their arrival', async () => {
  const run = createLimiter(2, 10)
  const started: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      run(async () => {
        started.push(number)
        most = Math.max(most, (running += 1))
        await sleep(2)
        running -= 1
      }),
    ),
  )
  expect([most, started]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7]])
})

test('a limiter rejects a task while its queue is full, and accepts tasks again afterwards', async () => {
  const run = createLimiter(1, 1)
  const [first, second] = [run(() => sleep(5)), run(() => sleep(5))]
  await expect(run(() => sleep(5))).rejects.toThrow(TooManyWaiting)
  await Promise.all([first, second])
  expect(await run(async () => 'done')).toBe('done')
})

test('a task of a limiter that fails frees its slot for the next task', async () => {
  const run = createLimiter(1, 3)
  const failed = run(() => Promise.reject(new Error('broken')))
  const next = run(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a task that waits longer than the limit is rejected and not started', async () => {
  const run = createLimiter(1, 5, 20)
  const finish = Promise.withResolvers<void>()
  const running = run(() => finish.promise)
  let isStarted = false
  await expect(run(async () => (isStarted = true))).rejects.toThrow(TooManyWaiting)
  finish.resolve()
  await running
  expect(await run(async () => 'done')).toBe('done')
  expect(isStarted).toBe(false)
})

test('a task that runs longer than the limit of waiting is not rejected', async () => {
  const run = createLimiter(1, 5, 10)
  expect(await run(() => sleep(50).then(() => 'done'))).toBe('done')
})

test('a task whose signal was aborted while it waited is not started', async () => {
  const run = createLimiter(1, 5)
  const leaving = new AbortController()
  let isStarted = false
  const running = run(() => sleep(10))
  const waiting = run(async () => (isStarted = true), leaving.signal)
  leaving.abort()
  await expect(waiting).rejects.toThrow(TooManyWaiting)
  await running
  expect(isStarted).toBe(false)
})
