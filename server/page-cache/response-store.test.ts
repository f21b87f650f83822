import { describe, expect, test } from 'vitest'
import { ResponseStore, type Cacheable } from './response-store.ts'

function item(tags: string[] = [], bytes = 10): Cacheable & { bytes: number } {
  return { tags: new Set(tags), bytes, isStale: false }
}

describe('invalidation', () => {
  test('invalidate marks items with a changed tag and items without tags as stale', () => {
    const store = new ResponseStore(1_000)
    const [list, row, other, untagged] = [item(['jobs']), item(['jobs 1', 'recruitments 2']), item(['jobs 2']), item()]
    for (const [address, entry] of Object.entries({ list, row, other, untagged })) store.set(address, entry)
    store.invalidate(new Set(['jobs', 'jobs 1']))
    expect([list, row, other, untagged].map(({ isStale }) => isStale)).toEqual([true, true, false, true])
  })

  test('invalidate(null) marks all items as stale', () => {
    const store = new ResponseStore(1_000)
    const [one, two] = [item(['jobs 1']), item(['results'])]
    store.set('one', one)
    store.set('two', two)
    store.invalidate(null)
    expect([one.isStale, two.isStale]).toEqual([true, true])
  })

  test('invalidate ignores the tags of an item that was replaced', () => {
    const store = new ResponseStore(1_000)
    const [before, after] = [item(['jobs']), item(['results'])]
    store.set('page', before)
    store.set('page', after)
    store.invalidate(new Set(['jobs']))
    expect([before.isStale, after.isStale, store.get('page')]).toEqual([false, false, after])
  })
})

describe('capacity', () => {
  test('the oldest item is evicted first when the capacity is exceeded', () => {
    const store = new ResponseStore(100)
    for (let number = 0; number < 15; number += 1) store.set(`page ${number}`, item([`jobs ${number}`]))
    expect([store.size, store.bytes, store.evicted]).toEqual([10, 100, 5])
    expect([store.get('page 4'), store.get('page 5')]).toEqual([undefined, expect.anything()])
  })

  test('an item that is read repeatedly is not evicted by a crawl through many items', () => {
    const store = new ResponseStore(100)
    store.set('home', item())
    for (let number = 0; number < 1_000; number += 1) {
      store.set(`page ${number}`, item())
      expect(number % 5 === 0 ? store.get('home') : 'not read', `page ${number}`).toBeDefined()
    }
    expect(store.bytes).toBe(100)
  })

  test('the capacity is not exceeded when all items are read repeatedly', () => {
    const store = new ResponseStore(100)
    for (let number = 0; number < 40; number += 1) {
      store.set(`page ${number}`, item())
      for (let earlier = 0; earlier <= number; earlier += 1) store.get(`page ${earlier}`)
    }
    expect([store.size, store.bytes]).toEqual([10, 100])
  })

  test('resize updates the size of a stored item and ignores a deleted one', () => {
    const store = new ResponseStore(100)
    const [page, gone] = [item(), item()]
    store.set('gone', gone)
    store.delete('gone')
    store.set('page', page)
    page.bytes = 12
    gone.bytes = 90
    store.resize('page', page)
    store.resize('gone', gone)
    expect(store.bytes).toBe(12)
  })

  test('an item above the largest share is not stored, and the item that it would replace is deleted', () => {
    const store = new ResponseStore(100)
    store.set('page', item())
    store.set('page', item([], 13))
    expect([store.size, store.bytes]).toEqual([0, 0])
  })
})
