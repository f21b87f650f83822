import { describe, expect, test } from 'vitest'
import { ResponseStore, type Cacheable } from './response-store.ts'

function item(tags: string[] = [], bytes = 10): Cacheable & { bytes: number } {
  return { tags: new Set(tags), bytes, isStale: false }
}

describe('a change invalidates', () => {
  test('what has the tag of its table or row, and what has no tags', () => {
    const store = new ResponseStore(1_000)
    const [list, row, other, untagged] = [item(['jobs']), item(['jobs 1', 'recruitments 2']), item(['jobs 2']), item()]
    for (const [address, entry] of Object.entries({ list, row, other, untagged })) store.set(address, entry)
    store.invalidate(new Set(['jobs', 'jobs 1']))
    expect([list, row, other, untagged].map(({ isStale }) => isStale)).toEqual([true, true, false, true])
  })

  test('everything when it is unknown what has changed', () => {
    const store = new ResponseStore(1_000)
    const [one, two] = [item(['jobs 1']), item(['results'])]
    store.set('one', one)
    store.set('two', two)
    store.invalidate(null)
    expect([one.isStale, two.isStale]).toEqual([true, true])
  })

  test('an older item, not the newer one that took its place', () => {
    const store = new ResponseStore(1_000)
    const [before, after] = [item(['jobs']), item(['results'])]
    store.set('page', before)
    store.set('page', after)
    store.invalidate(new Set(['jobs']))
    expect([before.isStale, after.isStale, store.get('page')]).toEqual([false, false, after])
  })
})

describe('the capacity is a limit', () => {
  test('beyond which the oldest goes first', () => {
    const store = new ResponseStore(100)
    for (let number = 0; number < 15; number += 1) store.set(`page ${number}`, item([`jobs ${number}`]))
    expect([store.size, store.bytes, store.evicted]).toEqual([10, 100, 5])
    expect([store.get('page 4'), store.get('page 5')]).toEqual([undefined, expect.anything()])
  })

  test('that a crawl through everything does not use up: what is read again and again stays', () => {
    const store = new ResponseStore(100)
    store.set('home', item())
    for (let number = 0; number < 1_000; number += 1) {
      store.set(`page ${number}`, item())
      expect(number % 5 === 0 ? store.get('home') : 'not read', `page ${number}`).toBeDefined()
    }
    expect(store.bytes).toBe(100)
  })

  test('even when everything in it is read again', () => {
    const store = new ResponseStore(100)
    for (let number = 0; number < 40; number += 1) {
      store.set(`page ${number}`, item())
      for (let earlier = 0; earlier <= number; earlier += 1) store.get(`page ${earlier}`)
    }
    expect([store.size, store.bytes]).toEqual([10, 100])
  })

  test('that counts an item that grows, not one that has left', () => {
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

  test('that refuses what would nearly fill it, and drops what that would have replaced', () => {
    const store = new ResponseStore(100)
    store.set('page', item())
    store.set('page', item([], 13))
    expect([store.size, store.bytes]).toEqual([0, 0])
  })
})
