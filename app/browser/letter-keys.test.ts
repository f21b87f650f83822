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

test('letters act until they are turned off, and again when they are turned on', () => {
  const stored = aStorage({})
  expect(readLetterKeys()).toBe(true)
  storeLetterKeys(false)
  expect(readLetterKeys()).toBe(false)
  expect(stored()).toEqual({ user_preferences: '{"letter_keys":"off"}' })
  storeLetterKeys(true)
  expect(readLetterKeys()).toBe(true)
})

test('a choice under a key of its own moves to the other preferences', () => {
  const stored = aStorage({ letter_keys: 'off', user_preferences: '{"drafts":[]}' })
  expect(readLetterKeys()).toBe(false)
  expect(stored()).toEqual({ user_preferences: '{"drafts":[],"letter_keys":"off"}' })
})

test('where storage is refused, letters act', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('localStorage', undefined)
  expect(readLetterKeys()).toBe(true)
  storeLetterKeys(false)
  expect(readLetterKeys()).toBe(true)
})
