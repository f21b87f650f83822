import { afterEach, expect, test, vi } from 'vitest'
import { countOpenedNotice } from './watch-actions.ts'

afterEach(() => vi.unstubAllGlobals())

test('opened notices are counted, each of them once', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  expect(countOpenedNotice('/jobs/a')).toBe(1)
  expect(countOpenedNotice('/jobs/a')).toBe(1)
  expect(countOpenedNotice('/jobs/b')).toBe(2)
  expect(countOpenedNotice('/jobs/c')).toBeGreaterThanOrEqual(2)
  expect([...stored.values()]).toEqual(['["/jobs/b","/jobs/c"]'])
})

test('opened notices are not counted without access to storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(countOpenedNotice('/jobs/a')).toBe(0)
})
