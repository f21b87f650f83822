import { expect, test } from 'vitest'
import { DETAIL_CACHE_ENTRIES, DETAIL_CACHE_MS } from '#domain/limits.ts'
import { NoticeCache } from './notice-cache.ts'

test('a detail is remembered for a while and then fetched anew', () => {
  let now = 0
  const cache = new NoticeCache<string>(() => now)
  cache.set('/jobs/a', 'first')
  now = DETAIL_CACHE_MS - 1
  expect(cache.get('/jobs/a')).toBe('first')
  now = DETAIL_CACHE_MS
  expect(cache.get('/jobs/a')).toBeUndefined()
})

test('the oldest detail makes room', () => {
  const cache = new NoticeCache<number>(() => 0)
  for (let entry = 0; entry <= DETAIL_CACHE_ENTRIES; entry += 1) cache.set(`/jobs/${entry}`, entry)
  expect(cache.get('/jobs/0')).toBeUndefined()
  expect(cache.get('/jobs/1')).toBe(1)
  expect(cache.get(`/jobs/${DETAIL_CACHE_ENTRIES}`)).toBe(DETAIL_CACHE_ENTRIES)
})
