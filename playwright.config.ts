import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { indianDay } from '#domain/dates.ts'
import { freePort } from '#test/free-port.ts'
import { deviceFonts } from './e2e/device-fonts.ts'
import { siteAddress } from './e2e/site-address.ts'

/**
 * With E2E_URL the tests run against a server that is already running, such as npm run dev. Notifications and the
 * back-forward cache need a whole browser, CHROME_PATH; other tests run faster in one without windows, HEADLESS_SHELL_PATH.
 */
const { CHROME_PATH, HEADLESS_SHELL_PATH, E2E_URL, E2E_TRACE } = process.env

/**
 * Worker processes load this file again, so ports, folders and the day in the addresses of some tests are chosen once and
 * passed in the environment: a run may go on after midnight.
 */
process.env['E2E_PORT'] ??= String(await freePort())
process.env['E2E_DATA_DIR'] ??= openFolder()
process.env['E2E_DAY'] ??= indianDay(Date.now())
/** What a page downloads depends on the fonts of the device: the same on every machine. */
process.env['FONTCONFIG_FILE'] ??= deviceFonts({ hasHindi: false })
process.env['E2E_ADMIN_PORT'] ??= String(await freePort())
process.env['E2E_ADMIN_DATA_DIR'] ??= E2E_URL ? process.env['E2E_DATA_DIR'] : openFolder()

const baseURL = siteAddress(process.env['E2E_PORT'])
/** Admin tests change notices that visitor tests count, so each group has its own server. */
const adminURL = siteAddress(process.env['E2E_ADMIN_PORT'])

const wholeBrowser = { channel: 'chromium', ...launching(CHROME_PATH) }

/** Two sizes, each with another colour scheme, so that both schemes are tested. */
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, colorScheme: 'light' as const }
const laptop = { viewport: { width: 1280, height: 800 }, hasTouch: false, colorScheme: 'dark' as const }

const visitors = { testMatch: 'visitor/**/*.spec.ts' }
const staff = { testMatch: 'admin/**/*.spec.ts' }

/**
 * A new context starts new processes of the browser and compiles all scripts again, which took more than a quarter of the
 * processor time of most tests. So these tests get the context of the one before, whose storage, cache, routes and pages
 * Playwright clears; e2e/visitor/browser-test.ts clears the rest. Tests of service workers and of failing networks always
 * get a new one.
 */
const sharedContext = { reuseContext: true }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/html/global-setup.ts',
  // Waits end as soon as their condition holds, so long timeouts cost nothing: they are for busy machines with slow cores.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 3,
  fullyParallel: true,
  // No retries: a flaky test counts as failed, so that its cause is fixed.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['line']],
  use: {
    baseURL,
    locale: 'en-IN',
    // With a service worker, tests that delay responses by request interception would not see its requests.
    serviceWorkers: 'block',
    // Recording takes processor time in every test, so a trace is recorded only when E2E_TRACE asks for it.
    trace: E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: launching(HEADLESS_SHELL_PATH || CHROME_PATH),
  },
  projects: [
    // A test runs at one size: visitor tests on a phone, admin tests on a laptop. @both, @laptop or @phone in the title
    // selects other sizes where layout or behaviour differ.
    { name: 'phone', ...visitors, grepInvert: /@laptop/, use: { ...phone, ...sharedContext } },
    { name: 'laptop', ...visitors, grep: /@laptop|@both/, use: { ...laptop, ...sharedContext } },
    { name: 'admin-laptop', ...staff, grepInvert: /@phone/, use: { ...laptop, ...sharedContext, baseURL: adminURL } },
    { name: 'admin-phone', ...staff, grep: /@phone|@both/, use: { ...phone, ...sharedContext, baseURL: adminURL } },
    { name: 'offline', testMatch: 'offline/**/*.spec.ts', use: { ...phone, serviceWorkers: 'allow' } },
    {
      name: 'push',
      testMatch: 'push/**/*.spec.ts',
      use: { ...phone, serviceWorkers: 'allow', launchOptions: wholeBrowser },
    },
    // A proxy between browser and server simulates failures of networks and deployments.
    {
      name: 'adversity',
      testMatch: 'adversity/**/*.spec.ts',
      testIgnore: 'adversity/page-views.spec.ts',
      use: phone,
    },
    {
      name: 'back-forward-cache',
      testMatch: 'adversity/page-views.spec.ts',
      use: { ...phone, launchOptions: wholeBrowser },
    },
    { name: 'axe', testMatch: 'accessibility/**/*.spec.ts', use: { ...laptop, ...sharedContext } },
    // Each request has its own connection: the server closes idle ones, possibly when the next request arrives.
    { name: 'http', testMatch: 'http/**/*.spec.ts', use: { extraHTTPHeaders: { connection: 'close' } } },
  ],
  ...(!E2E_URL && {
    webServer: [
      ownServer(baseURL, process.env['E2E_DATA_DIR'], {}),
      ownServer(adminURL, process.env['E2E_ADMIN_DATA_DIR'], { CONTACT_INBOX: 'on' }),
    ],
  }),
})

function launching(executablePath?: string) {
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

function ownServer(url: string, dataDir = '', settings: Record<string, string>) {
  return {
    command: `"${process.execPath}" server/main.ts`,
    url: `${url}/healthz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGINT' as const, timeout: 8_000 },
    env: {
      PORT: new URL(url).port,
      SITE_URL: url,
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      ADMIN_EMAIL: 'editor@suchana.example',
      ADMIN_PASSWORD: 'a long password for tests',
      WHATSAPP_URL: 'https://whatsapp.com/channel/suchana',
      TELEGRAM_URL: 'https://t.me/suchana',
      // Tests run at any hour: the links of the sample notices must not be asked for.
      LINK_CHECKS: 'on-demand',
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
