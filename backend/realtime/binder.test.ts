import postgres from 'postgres'
import { expect, test } from 'vitest'
import { createBinder, type Binder } from './binder.ts'
import type { WrittenBinding } from './subscription.ts'

/** The database cannot be reached. */
function openBinder(): Binder {
  const sql = postgres({ host: '127.0.0.1', port: 1, connect_timeout: 1, backoff: false })
  return createBinder(sql, new Map([['jobs', [{ name: 'title', type: 'text', cast: 'text' }]]]))
}

/** About as long as a request of a client can be; nothing of it is compared in the database. */
function longRequest(number: number): WrittenBinding {
  const select = Array.from({ length: 100 }, () => 'title')
  return { event: '*', schema: 'public', table: 'jobs', select, filter: ' '.repeat(1_000 + number) }
}

test('equal requests share a binding, also before it is checked', () => {
  const binder = openBinder()
  const binding = binder.read(longRequest(1))
  expect(binder.read(longRequest(1))).toBe(binding)
  expect(binder.read(longRequest(2))).not.toBe(binding)
})

test('a binding whose check fails is not cached', async () => {
  const binder = openBinder()
  const compared = { ...longRequest(1), filter: 'title=eq.Clerk' }
  const binding = binder.read(compared)
  await expect(binder.check(binding)).rejects.toThrow(/ECONNREFUSED/)
  expect(binder.read(compared)).not.toBe(binding)
})

test('bindings are cached up to a size, and the one that was used longest ago leaves first', () => {
  const binder = openBinder()
  const [first, second] = [binder.read(longRequest(0)), binder.read(longRequest(1))]
  let last = first
  for (let number = 2; number < 900; number += 1) {
    last = binder.read(longRequest(number))
    if (number % 100 === 0) binder.read(longRequest(0))
  }
  expect(binder.read(longRequest(899))).toBe(last)
  expect(binder.read(longRequest(0))).toBe(first)
  expect(binder.read(longRequest(1))).not.toBe(second)
})
