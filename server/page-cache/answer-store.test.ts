import { describe, expect, test } from 'vitest'
import { AnswerStore, type Stored } from './answer-store.ts'

function item(parts: string[] = [], bytes = 10): Stored & { bytes: number } {
  return { parts: new Set(parts), bytes, isOutdated: false }
}

describe('what has changed is outdated', () => {
  test('by table, by row, and whatever says nothing of itself', () => {
    const store = new AnswerStore(1_000)
    const [list, row, other, unsaid] = [item(['jobs']), item(['jobs 1', 'recruitments 2']), item(['jobs 2']), item()]
    for (const [address, entry] of Object.entries({ list, row, other, unsaid })) store.set(address, entry)
    store.outdate(new Set(['jobs', 'jobs 1']))
    expect([list, row, other, unsaid].map(({ isOutdated }) => isOutdated)).toEqual([true, true, false, true])
  })

  test('altogether when nobody knows what', () => {
    const store = new AnswerStore(1_000)
    const [one, two] = [item(['jobs 1']), item(['results'])]
    store.set('one', one)
    store.set('two', two)
    store.outdate(null)
    expect([one.isOutdated, two.isOutdated]).toEqual([true, true])
  })

  test('a newer item in its place is not', () => {
    const store = new AnswerStore(1_000)
    const [before, after] = [item(['jobs']), item(['results'])]
    store.set('page', before)
    store.set('page', after)
    store.outdate(new Set(['jobs']))
    expect([before.isOutdated, after.isOutdated, store.get('page')]).toEqual([false, false, after])
  })
})

describe('the room is bounded', () => {
  test('the oldest goes first', () => {
    const store = new AnswerStore(100)
    for (let number = 0; number < 15; number += 1) store.set(`page ${number}`, item([`jobs ${number}`]))
    expect([store.size, store.bytes, store.evicted]).toEqual([10, 100, 5])
    expect([store.get('page 4'), store.get('page 5')]).toEqual([undefined, expect.anything()])
  })

  test('a crawl through everything leaves what is read again and again', () => {
    const store = new AnswerStore(100)
    store.set('home', item())
    for (let number = 0; number < 1_000; number += 1) {
      store.set(`page ${number}`, item())
      expect(number % 5 === 0 ? store.get('home') : 'not asked for', `page ${number}`).toBeDefined()
    }
    expect(store.bytes).toBe(100)
  })

  test('everything in it may be wanted', () => {
    const store = new AnswerStore(100)
    for (let number = 0; number < 40; number += 1) {
      store.set(`page ${number}`, item())
      for (let earlier = 0; earlier <= number; earlier += 1) store.get(`page ${earlier}`)
    }
    expect([store.size, store.bytes]).toEqual([10, 100])
  })

  test('an item that grows is measured anew, one that has left is not', () => {
    const store = new AnswerStore(100)
    const [page, gone] = [item(), item()]
    store.set('gone', gone)
    store.delete('gone')
    store.set('page', page)
    page.bytes = 12
    gone.bytes = 90
    store.measure('page', page)
    store.measure('gone', gone)
    expect(store.bytes).toBe(12)
  })

  test('what would fill it alone is not kept, nor what it replaces', () => {
    const store = new AnswerStore(100)
    store.set('page', item())
    store.set('page', item([], 13))
    expect([store.size, store.bytes]).toEqual([0, 0])
  })
})
