import { expect, test } from 'vitest'
import { createServerTiming } from './server-timing.ts'

test('createServerTiming reads the number of open pages at most once per second', () => {
  let [sockets, now, reads] = [3, 0, 0]
  const serverTiming = createServerTiming(
    () => {
      reads += 1
      return sockets
    },
    () => now,
  )
  const first = serverTiming()
  expect(first).toEqual(['server-timing', 'open-pages;dur=3'])
  sockets = 4
  now = 999
  expect(serverTiming()).toBe(first)
  now = 1_000
  expect(serverTiming()).toEqual(['server-timing', 'open-pages;dur=4'])
  expect(reads).toBe(2)
})
