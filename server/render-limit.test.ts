import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { networkOf } from './client-address.ts'
import { createRenderLimit } from './render-limit.ts'

/** A render that takes until `finish`. */
function openRender() {
  const { promise, resolve } = Promise.withResolvers<string>()
  let isRunning = false
  const render = () => ((isRunning = true), promise)
  return { render, isRunning: () => isRunning, finish: () => resolve('page') }
}

test('an address has two renders at once, the next ones wait, and one more is rejected', async () => {
  const limit = createRenderLimit({ atOnce: 2, waiting: 1, longestWait: 60_000 })
  const renders = Array.from({ length: 4 }, openRender)
  const results = renders.map(({ render }) => limit('203.0.113.7', render))
  expect(await results[3]).toBeNull()
  expect(renders.map(({ isRunning }) => isRunning())).toEqual([true, true, false, false])
  renders[0]?.finish()
  await expect.poll(() => renders[2]?.isRunning()).toBe(true)
  for (const { finish } of renders) finish()
  expect(await Promise.all(results)).toEqual(['page', 'page', 'page', null])
})

test('another address is not limited by it', async () => {
  const limit = createRenderLimit({ atOnce: 1, waiting: 0, longestWait: 60_000 })
  const [busy, other] = [openRender(), openRender()]
  const first = limit('203.0.113.7', busy.render)
  other.finish()
  expect(await limit('198.51.100.1', other.render)).toBe('page')
  busy.finish()
  expect(await first).toBe('page')
})

test('many addresses together have a limit too, so that they do not fill a turn of the event loop', async () => {
  const limit = createRenderLimit({ inAll: { atOnce: 2, waiting: 1 } })
  const renders = Array.from({ length: 4 }, openRender)
  const results = renders.map(({ render }, index) => limit(`203.0.113.${index}`, render))
  expect(await results[3]).toBeNull()
  expect(renders.map(({ isRunning }) => isRunning())).toEqual([true, true, false, false])
  for (const { finish } of renders) finish()
  expect(await Promise.all(results)).toEqual(['page', 'page', 'page', null])
})

test('a request that has waited for too long is not rendered any more', async () => {
  const limit = createRenderLimit({ atOnce: 1, waiting: 5, longestWait: 20 })
  const [slow, late] = [openRender(), openRender()]
  const first = limit('203.0.113.7', slow.render)
  const second = limit('203.0.113.7', late.render)
  // Longer than the longest wait, after which the request may not be rendered.
  await pause(50)
  slow.finish()
  expect([await first, await second, late.isRunning()]).toEqual(['page', null, false])
})

test('a render that fails fails for its request alone', async () => {
  const limit = createRenderLimit({ atOnce: 1, waiting: 1, longestWait: 60_000 })
  const failed = limit('203.0.113.7', () => Promise.reject(new Error('broken')))
  const next = limit('203.0.113.7', async () => 'page')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('page')
})

test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1'])('programs on this machine, %s, are not limited', async (peer) => {
  const limit = createRenderLimit({ atOnce: 1, waiting: 0, longestWait: 60_000 })
  const renders = Array.from({ length: 3 }, openRender)
  const results = renders.map(({ render }) => limit(networkOf(peer), render))
  for (const { finish } of renders) finish()
  expect(await Promise.all(results)).toEqual(['page', 'page', 'page'])
})
