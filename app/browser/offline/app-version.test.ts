import { afterEach, expect, test, vi } from 'vitest'
import { clearOtherVersion } from './app-version.ts'

const VERSION = '2.0.0-realtime'

/** Stubs a browser with these values in local storage, one cache and one service worker. */
function aBrowser(values: Record<string, string>) {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  const localStorage = Object.assign(Object.create(methods) as Record<string, string>, values)
  const cacheNames = new Set(['pages'])
  const update = vi.fn<() => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...cacheNames]),
    delete: (name: string) => Promise.resolve(cacheNames.delete(name)),
  })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: () => Promise.resolve([{ update }]) } })
  return { stored: () => ({ ...localStorage }), cacheNames, update }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a first visit stores the version and clears nothing', async () => {
  const { stored, cacheNames, update } = aBrowser({ theme: 'dark' })
  await clearOtherVersion()
  expect(stored()).toEqual({ app_version: VERSION, theme: 'dark' })
  expect([...cacheNames]).toEqual(['pages'])
  expect(update).not.toHaveBeenCalled()
})

test('data of another version is cleared, except the session, the preferences and saved notices', async () => {
  const preserved = { auth_tokens: 'session', user_preferences: '{}', 'saved_notice jobs:7': '{}' }
  const { stored, cacheNames, update } = aBrowser({ ...preserved, app_version: '1.9.0', theme: 'dark', other: 'x' })
  await clearOtherVersion()
  expect(stored()).toEqual({ ...preserved, app_version: VERSION })
  expect([...cacheNames]).toEqual([])
  expect(update).toHaveBeenCalledOnce()
})

test('a visit with the same version clears nothing', async () => {
  const { stored, cacheNames } = aBrowser({ app_version: VERSION, other: 'x' })
  await clearOtherVersion()
  expect(stored()).toEqual({ app_version: VERSION, other: 'x' })
  expect([...cacheNames]).toEqual(['pages'])
})

test('a visit without access to storage clears nothing and does not fail', async () => {
  const { cacheNames } = aBrowser({})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.stubGlobal('localStorage', undefined)
  await clearOtherVersion()
  expect([...cacheNames]).toEqual(['pages'])
})
