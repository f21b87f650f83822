import { afterEach, expect, test, vi } from 'vitest'
import { readLetterKeys, storeLetterKeys } from './letter-keys.ts'

function aStorage(values: Record<string, string>) {
  const stored = new Map(Object.entries(values))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return () => Object.fromEntries(stored)
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('single-letter shortcuts are on by default, and can be turned off and on again', () => {
  const stored = aStorage({})
  expect(readLetterKeys()).toBe(true)
  storeLetterKeys(false)
  expect(readLetterKeys()).toBe(false)
  expect(stored()).toEqual({ user_preferences: '{"letter_keys":"off"}' })
  storeLetterKeys(true)
  expect(readLetterKeys()).toBe(true)
})

test('a choice that is stored under the former key is moved to the preferences', () => {
  const stored = aStorage({ letter_keys: 'off', user_preferences: '{"drafts":[]}' })
  expect(readLetterKeys()).toBe(false)
  expect(stored()).toEqual({ user_preferences: '{"drafts":[],"letter_keys":"off"}' })
})

test('a choice in the preferences is not replaced by one under the former key', () => {
  const stored = aStorage({ letter_keys: 'on', user_preferences: '{"letter_keys":"off"}' })
  expect(readLetterKeys()).toBe(false)
  expect(stored()).toEqual({ user_preferences: '{"letter_keys":"off"}' })
})

test('single-letter shortcuts are on when storage is not accessible', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('localStorage', undefined)
  expect(readLetterKeys()).toBe(true)
  storeLetterKeys(false)
  expect(readLetterKeys()).toBe(true)
})
