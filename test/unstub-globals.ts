import { afterAll, vi } from 'vitest'

/** Test files share their process, so that modules are loaded once: what a file replaced must not stay for the next. */
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
