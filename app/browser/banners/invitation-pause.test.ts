import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteTime } from '#app/data/server-time.ts'
import { INVITATION_PAUSE_DAYS } from '#domain/limits.ts'
import { isPaused, pause } from './invitation-pause.ts'

const DAY_MS = 86_400_000

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a closed invitation is paused for 30 days', () => {
  expect(INVITATION_PAUSE_DAYS).toBe(30)
  expect(isPaused('install')).toBe(false)
  pause('install')
  vi.advanceTimersByTime(30 * DAY_MS - 1)
  expect(isPaused('install')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isPaused('install')).toBe(false)
})

test('invitations are paused independently of each other', () => {
  pause('install')
  expect(isPaused('push')).toBe(false)
  pause('push')
  expect([isPaused('install'), isPaused('push')]).toEqual([true, true])
})

test('a closed invitation is paused for 30 days by the clock of the server when that of the device is a year ahead', () => {
  const now = Date.now()
  vi.setSystemTime(now + 365 * DAY_MS)
  noteTime(now, Date.now())
  pause('install')
  expect(isPaused('install')).toBe(true)
  vi.setSystemTime(now + 30 * DAY_MS - 1)
  noteTime(Date.now(), Date.now())
  expect(isPaused('install')).toBe(true)
  vi.setSystemTime(now + 30 * DAY_MS)
  expect(isPaused('install')).toBe(false)
})

test('an invitation that was closed while the clock was a year ahead, before a response of the server, is not paused for a year', () => {
  const now = Date.now()
  vi.setSystemTime(now + 365 * DAY_MS)
  pause('install')
  vi.setSystemTime(now)
  expect(isPaused('install')).toBe(false)
})

test('an invalid stored value pauses nothing', () => {
  localStorage.setItem('user_preferences', '{"invitations_closed":"yes"}')
  expect(isPaused('install')).toBe(false)
})
