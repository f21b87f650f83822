import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { createBinder, type Binder } from './binder.ts'
import type { Binding, WrittenBinding } from './subscription.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** No condition is compared, so the database is not asked. */
function openBinder(): Binder {
  const sql = postgres({ host: '127.0.0.1', port: 1 })
  return createBinder(sql, new Map([['jobs', [{ name: 'title', type: 'text', cast: 'text' }]]]))
}

/** About as long as a request of a client can be. */
function longRequest(number: number): WrittenBinding {
  const select = Array.from({ length: 100 }, () => 'title')
  return { event: '*', schema: 'public', table: 'jobs', select, filter: ' '.repeat(1_000 + number) }
}

/** A binding is held until the current task ends. */
async function inMemory(bindings: WeakRef<Binding>[]): Promise<boolean[]> {
  await new Promise(setImmediate)
  collectGarbage()
  return bindings.map((binding) => binding.deref() !== undefined)
}

test('equal requests share a binding while one of them uses it, also before the binding is accepted', () => {
  const binder = openBinder()
  const binding = binder.read(longRequest(1))
  expect(binder.read(longRequest(1))).toBe(binding)
  expect(binder.read(longRequest(2))).not.toBe(binding)
})

test('a binding that was never accepted is not cached', async () => {
  const binder = openBinder()
  expect(await inMemory([new WeakRef(binder.read(longRequest(1)))])).toEqual([false])
  expect(binder.read(longRequest(1))).toMatchObject({ tables: ['jobs'] })
})

test('accepted bindings are cached up to a size, and the one that was used longest ago leaves first', async () => {
  const binder = openBinder()
  const accept = async (number: number) => {
    const binding = binder.read(longRequest(number))
    await binder.check(binding)
    return new WeakRef(binding)
  }
  const first = await accept(0)
  const second = await accept(1)
  expect(await inMemory([first, second])).toEqual([true, true])
  let last = first
  for (let number = 2; number < 900; number += 1) {
    last = await accept(number)
    // The first is used again and again.
    if (number % 100 === 0) await accept(0)
  }
  expect(await inMemory([first, second, last])).toEqual([true, false, true])
})
