import { expect, test } from 'vitest'
import { createOneAtATime } from './one-at-a-time.ts'

test('the work of a key runs one after the other, and that of another key does not wait for it', async () => {
  const run = createOneAtATime()
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

test('above a hundred that wait there is no result, and a failure is that of its work alone', async () => {
  const run = createOneAtATime()
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const results = Array.from({ length: 102 }, () => run('one', () => finished.then(() => 'done')))
  expect(await results[101]).toBeNull()
  finish()
  expect(await results[100]).toBe('done')
  await expect(run('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await run('one', async () => 'again')).toBe('again')
})
