import { expect, test } from 'vitest'
import { createServerTiming } from './server-timing.ts'

test('createServerTiming reads the number of open pages and the time at most once per second', () => {
  let [sockets, now, reads] = [3, 0, 0]
  const serverTiming = createServerTiming(
    () => {
      reads += 1
      return sockets
    },
    () => now,
  )
  const first = serverTiming()
  expect(first).toEqual(['server-timing', 'open-pages;dur=3, now;dur=0'])
  sockets = 4
  now = 999
  expect(serverTiming()).toBe(first)
  now = 1_000
  expect(serverTiming()).toEqual(['server-timing', 'open-pages;dur=4, now;dur=1000'])
  expect(reads).toBe(2)
})
