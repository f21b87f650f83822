import { chmodSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** With E2E_URL the journeys run against a server that is already there, such as npm run dev. */
const { CHROME_PATH, E2E_URL } = process.env

/** Workers read this file again: ports and folders are chosen once and handed on in the environment. */
process.env['E2E_PORT'] ??= String(await freePort())
process.env['E2E_DATA_DIR'] ??= openFolder()
process.env['E2E_DESK_PORT'] ??= String(await freePort())
process.env['E2E_DESK_DATA_DIR'] ??= E2E_URL ? process.env['E2E_DATA_DIR'] : openFolder()

const baseURL = E2E_URL ?? `http://localhost:${process.env['E2E_PORT']}`
/** Staff change notices, and visitors count them: each have a portal of their own. */
const deskURL = E2E_URL ?? `http://localhost:${process.env['E2E_DESK_PORT']}`

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  timeout: 30_000,
  workers: 2,
  fullyParallel: true,
  // Two shared cores can be slower than any limit. What passes at the second attempt is named as flaky at the end.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['line']],
  use: {
    baseURL,
    locale: 'en-IN',
    // A service worker fetches in place of its page: journeys that hold an answer back would no longer reach it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(CHROME_PATH && { executablePath: CHROME_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    project('phone', { width: 360, height: 640 }, 'light'),
    project('laptop', { width: 1280, height: 800 }, 'dark'),
    deskProject('admin-phone', { width: 360, height: 640 }),
    deskProject('admin-laptop', { width: 1280, height: 800 }),
    {
      name: 'app',
      testMatch: '{offline,push}/**/*.spec.ts',
      // A worker is installed, and a server behind it comes and goes.
      timeout: 60_000,
      use: { viewport: { width: 360, height: 640 }, hasTouch: true, serviceWorkers: 'allow' },
    },
    { name: 'axe-light', testMatch: 'accessibility/**/*.spec.ts', use: { colorScheme: 'light' } },
    { name: 'axe-dark', testMatch: 'accessibility/**/*.spec.ts', use: { colorScheme: 'dark' } },
    { name: 'http', testMatch: 'http/**/*.spec.ts' },
  ],
  ...(!E2E_URL && {
    webServer: [
      ownServer(baseURL, process.env['E2E_DATA_DIR'], {}),
      ownServer(deskURL, process.env['E2E_DESK_DATA_DIR'], { CONTACT_INBOX: 'on' }),
    ],
  }),
})

function project(name: string, viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  const isPhone = viewport.width <= 768
  return {
    name,
    testMatch: 'visitor/**/*.spec.ts',
    grepInvert: isPhone ? /@laptop/ : /@phone/,
    use: { viewport, colorScheme, hasTouch: isPhone },
  }
}

function deskProject(name: string, viewport: { width: number; height: number }) {
  const isPhone = viewport.width <= 768
  return {
    name,
    testMatch: 'admin/**/*.spec.ts',
    // The pages of staff are drawn in the browser, after a look at who they are.
    timeout: 60_000,
    expect: { timeout: 10_000 },
    grepInvert: isPhone ? /@laptop/ : /@phone/,
    use: { baseURL: deskURL, viewport, hasTouch: isPhone },
  }
}

function ownServer(url: string, dataDir = '', settings: Record<string, string>) {
  return {
    command: `"${process.execPath}" server/main.ts`,
    url: `${url}/healthz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 8_000 },
    env: {
      PORT: new URL(url).port,
      SITE_URL: url,
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      ADMIN_EMAIL: 'editor@suchana.example',
      ADMIN_PASSWORD: 'a long password for tests',
      WHATSAPP_URL: 'https://whatsapp.com/channel/suchana',
      TELEGRAM_URL: 'https://t.me/suchana',
      ...settings,
    },
  }
}

/** PostgreSQL runs as another user when root runs the tests, so that user must be able to enter the folder. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
