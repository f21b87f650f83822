import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const contractSetup = 'supabase/tests/global-setup.ts'

export default defineConfig({
  test: {
    // PostgreSQL shares the two cores; more workers only make timings unreliable.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,app,server,backend,scripts}/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: existsSync(contractSetup) ? [contractSetup] : [],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'start',
          include: ['e2e/start/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
