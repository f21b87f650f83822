import { expect, test } from 'vitest'
import { createLimiterByClient, createLimiterByKey } from './limiter-by-key.ts'
import { TooManyWaiting } from './limiter.ts'

test('the tasks of a key run one after the other, and that of another key does not wait for them', async () => {
  const run = createLimiterByKey(1, 10)
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = (name: string) => async () => {
    begun.push(name)
    await finished
    return name
  }
  const results = [run('one', work('a')), run('one', work('b')), run('other', work('c'))]
  await expect.poll(() => begun).toEqual(['a', 'c'])
  finish()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
  expect(begun).toEqual(['a', 'c', 'b'])
})

test('a task too many is rejected, and a failure is that of its task alone', async () => {
  const run = createLimiterByKey(1, 1)
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const results = [1, 2].map((number) => run('one', () => finished.then(() => number)))
  await expect(run('one', async () => 3)).rejects.toThrow(TooManyWaiting)
  finish()
  expect(await Promise.all(results)).toEqual([1, 2])
  await expect(run('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await run('one', async () => 'again')).toBe('again')
})

test('a /48 network has sixteen times the tasks of a client, and another network does not wait for it', async () => {
  const run = createLimiterByClient(1, 0, 60_000)
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const begun: string[] = []
  const from = (client: string) => run(client, async () => (begun.push(client), finished))
  const clients = Array.from({ length: 16 }, (_, number) => `2001:db8:1:${number.toString(16)}`)
  const results = clients.map(from)
  await expect.poll(() => begun).toEqual(clients)
  await expect(from('2001:db8:1:ff')).rejects.toThrow(TooManyWaiting)
  results.push(from('2001:db8:2:1'), from('203.0.113.7'))
  await expect.poll(() => begun.slice(16).toSorted()).toEqual(['2001:db8:2:1', '203.0.113.7'])
  finish()
  await Promise.all(results)
  await from('2001:db8:1:ff')
})
