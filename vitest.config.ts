import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const contractSetup = 'supabase/tests/global-setup.ts'

/**
 * Waits end as soon as their condition holds, so these timeouts cost nothing on a fast machine; on a busy one of two slow
 * cores, a server may need a minute to start. Polls have none of their own: vitest's default is one second.
 */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

/**
 * Loading modules again for each file took more than half of the processor time of the unit tests, and more than a second
 * for each file that opens a backend.
 */
const sharedModules = { isolate: false, setupFiles: ['test/unstub-globals.ts'] }

/**
 * These tests also wait: for servers that they start, stop, cut off or keep waiting. Projects with another number of
 * workers need a group of their own.
 */
const oneMoreWorker = { maxWorkers: 3, sequence: { groupOrder: 1 } }

/** The slowest files of the steps, and slow ones that are short: by their size they would come last. */
const longest = new RegExp(
  [
    'embedded-database/start',
    'supabase/tests/(background-work|upgrade)',
    'e2e/start/(fresh-checkout|deployment|additions|first-start|stopped-backup|earlier-folder|admin-database-away)',
    'e2e/security/browser',
  ]
    .map((file) => `${file}\\.test\\.ts$`)
    .join('|'),
)

/** Vitest knows from its last run how long files take: in the first one, these would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // PostgreSQL shares the two cores; more workers only make timings unreliable.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,app,server,backend,scripts,test,bench}/**/*.test.{ts,tsx}'],
          ...timeouts,
          ...sharedModules,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: existsSync(contractSetup) ? [contractSetup] : [],
          ...timeouts,
          ...sharedModules,
        },
      },
      {
        test: {
          name: 'start',
          include: ['e2e/start/**/*.test.ts'],
          globalSetup: ['e2e/start/prepare-folders.ts'],
          ...timeouts,
          ...oneMoreWorker,
          // They install the dependencies of a fresh checkout and start it.
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'security',
          include: ['e2e/security/**/*.test.ts'],
          globalSetup: ['e2e/security/portals-setup.ts'],
          ...timeouts,
          ...oneMoreWorker,
        },
      },
    ],
  },
})
