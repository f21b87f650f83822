import { afterEach, expect, test, vi } from 'vitest'
import { preloadNavigations } from './navigation-preload.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['Chrome', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile', true],
  ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', false],
])('pages are requested while the worker starts: in %s %s', async (_browser, userAgent, isPreloaded) => {
  vi.stubGlobal('navigator', { userAgent })
  // As an earlier version has left it.
  let isEnabled = !isPreloaded
  await preloadNavigations({
    enable: async () => void (isEnabled = true),
    disable: async () => void (isEnabled = false),
  })
  expect(isEnabled).toBe(isPreloaded)
})
