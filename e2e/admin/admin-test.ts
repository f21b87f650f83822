import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import postgres from 'postgres'
import { tabPath, type AdminTab } from '#domain/admin/tabs.ts'
import { databaseUrl } from '#e2e/start/server.ts'
import { expect, expectConsoleError, allowConsoleError, test as base } from '#e2e/visitor/browser-test.ts'
import { tablesOf, type Tables } from './table-calls.ts'

/** The password of the first admin and of the accounts made here. See playwright.config.ts. */
export const PASSWORD = 'a long password for tests'

/** The state of a new browser without a session; contexts start with that of the test unless they name another. */
export const NO_SESSION = { cookies: [], origins: [] }

/** Access tokens live longer, in milliseconds, and a second factor can be set up in a session that is not much older. */
const TOKENS_USED_MS = 10 * 60_000

interface Account {
  id: string
  email: string
}

interface WorkerFixtures {
  sql: postgres.Sql
  /** Makes an account that can sign in; with the role null it has no profile. */
  newAccount: (role: string | null) => Promise<Account>
  /** An admin of this worker, with the tokens of the session that its pages start with, as JSON. */
  editor: Account & { tokens: () => Promise<string>; apikey: string }
}

export interface Fixtures {
  isSignedIn: boolean
  /** A word that no other test uses. */
  mark: string
  /** Adds rows that are hidden from visitors, and deletes them after the test. */
  add: (table: string, ...rows: Record<string, unknown>[]) => Promise<number[]>
  tables: Tables
}

/** A test with a signed-in admin, unless it sets isSignedIn to false. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sql: [
    async ({ browserName }, provide) => {
      const connection = { application_name: `journeys in ${browserName}` }
      const sql = postgres(databaseUrl(process.env['E2E_ADMIN_DATA_DIR'] ?? ''), {
        max: 2,
        onnotice: () => {},
        connection,
      })
      await provide(sql)
      await sql.end()
    },
    { scope: 'worker' },
  ],
  newAccount: [
    async ({ sql }, provide) => {
      const accounts: string[] = []
      await provide(async (role) => {
        const account = { id: randomUUID(), email: `${randomUUID()}@suchana.example` }
        await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role,
            raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
          select ${account.id}, ${account.email}, encrypted_password, email_confirmed_at, aud, role,
                 raw_app_meta_data, raw_user_meta_data, created_at, updated_at
            from auth.users where email = 'editor@suchana.example'`
        if (role !== null) await sql`insert into profiles (id, role) values (${account.id}, ${role})`
        accounts.push(account.id)
        return account
      })
      await sql`delete from auth.users where id = any (${accounts})`
    },
    { scope: 'worker' },
  ],
  editor: [
    async ({ newAccount }, provide, { project }) => {
      const account = await newAccount('admin')
      const signInAgain = () => signedIn(project.use.baseURL ?? '', account.email)
      const { apikey, ...first } = await signInAgain()
      let [session, signedInAt] = [first, Date.now()]
      const tokens = async () => {
        if (Date.now() - signedInAt > TOKENS_USED_MS) [session, signedInAt] = [await signInAgain(), Date.now()]
        return session.tokens
      }
      await provide({ ...account, apikey, tokens })
    },
    { scope: 'worker' },
  ],
  isSignedIn: [true, { option: true }],
  storageState: async ({ isSignedIn, editor, baseURL }, provide) => {
    const localStorage = isSignedIn ? [{ name: 'auth_tokens', value: await editor.tokens() }] : []
    await provide({ cookies: [], origins: [{ origin: baseURL ?? '', localStorage }] })
  },
  mark: async ({ browserName }, provide) => {
    await provide(`${browserName}${randomUUID().slice(0, 8)}`)
  },
  // Sign-in is limited per address, so every test gets its own.
  ownHeaders: async ({ mark }, provide) => {
    const parts = mark.slice(-6).match(/../g) ?? []
    await provide({ 'x-forwarded-for': `10.${parts.map((part) => Number.parseInt(part, 16)).join('.')}` })
  },
  add: async ({ sql }, provide) => {
    const added: [table: string, ids: number[]][] = []
    await provide(async (table, ...rows) => {
      const hidden = ['categories', 'organizations'].includes(table) ? { is_active: false } : { status: 'inactive' }
      const ids: number[] = []
      added.push([table, ids])
      for (const row of rows) {
        const values = { slug: `journey-${randomUUID()}`, ...(table !== 'recruitments' && hidden), ...row }
        const [stored] = await sql<{ id: string }[]>`insert into ${sql(table)} ${sql(values)} returning id`
        ids.push(Number(stored?.id))
      }
      return ids
    })
    // What was added later may refer to what was added earlier.
    for (const [table, ids] of added.toReversed()) await sql`delete from ${sql(table)} where id = any (${ids})`
  },
  tables: async ({ request, editor: { tokens, apikey } }, provide) => {
    const { access_token } = JSON.parse(await tokens()) as { access_token: string }
    const tables = tablesOf(request, { apikey, authorization: `Bearer ${access_token}` })
    const inserted: [table: string, id: number][] = []
    const insert: Tables['insert'] = async (table, row) => {
      const stored = await tables.insert(table, row)
      inserted.push([table, stored.id])
      return stored
    }
    await provide({ ...tables, insert })
    // Also after a failure, so that no other test sees the rows. Later ones may refer to earlier ones.
    for (const [table, id] of inserted.toReversed()) await tables.remove(table, id)
  },
})

export { expect, expectConsoleError, allowConsoleError }

/** How the browser reports a request that was sent, or not yet answered, when its session ended. */
export const WITHOUT_SESSION = /status of 40[13]/

async function signedIn(baseURL: string, email: string): Promise<{ tokens: string; apikey: string }> {
  const document = await (await fetch(`${baseURL}/admin/login`)).text()
  const [apikey = ''] = /sb_publishable_[\w-]+/.exec(document) ?? []
  const response = await fetch(`${baseURL}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': '10.251.0.1' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`The worker could not sign in: ${await response.text()}`)
  return { tokens: await response.text(), apikey }
}

/** Fills in the sign-in form and submits it. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in on the sign-in page, and waits for the admin. */
export async function openAdmin(page: Page, email: string): Promise<void> {
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
}

/** Expects the sign-in page with this message. */
export async function expectSignInPage(page: Page, message = ''): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  await expect(page).toHaveURL('/admin/login')
  await expect(page.getByRole('alert')).toHaveText(message)
}

/** Opens a tab and waits for its rows. */
export async function openTab(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('.data-table')).toHaveAttribute('aria-busy', 'false')
}

/**
 * Opens another tab from the navigation and waits for its rows. The application is loaded once for all tabs: loading it
 * takes most of the processor time of a short journey.
 */
export async function switchTab(page: Page, tab: AdminTab): Promise<void> {
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: tab.label }).click()
  await expect(page).toHaveURL(tabPath(tab))
  await expect(page).toHaveTitle(`${tab.label} | Suchana`)
  await expect(page.locator('.data-table')).toHaveAttribute('aria-busy', 'false')
}

/** Marks the selected rows as checked, through the menu of acts and its preview. */
export async function markChecked(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Checked against the source...' }).click()
  await page.getByRole('button', { name: 'Mark as checked' }).click()
}

export function rowOf(page: Page, title: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) })
}

/**
 * Ends a session when its page sends a change. If it ended before, a count of rows could fail first, and a page without a
 * pending change redirects to sign-in.
 */
export async function endSessionAt(
  page: Page,
  { method, path = /\/rest\/v1\/jobs\?/ }: { method: 'POST' | 'PATCH'; path?: RegExp },
  end: () => Promise<unknown>,
) {
  let hasEnded = false
  await page.route(path, async (route) => {
    const isFirst = !hasEnded && route.request().method() === method
    hasEnded ||= isFirst
    if (isFirst) await end()
    return route.fallback()
  })
}

/**
 * Ends all sessions of an account with the next call of its page. Had they ended before, another call could be rejected
 * first, and the dialog about it would cover the button that the test clicks.
 */
export async function endSessionsAt(
  page: Page,
  { sql, ...call }: Parameters<typeof endSessionAt>[1] & { sql: postgres.Sql },
): Promise<string> {
  const email = await page.evaluate(() => JSON.parse(localStorage.getItem('auth_tokens') ?? '{}').user.email as string)
  await endSessionAt(
    page,
    call,
    () => sql`delete from auth.sessions using auth.users where user_id = users.id and users.email = ${email}`,
  )
  return email
}

/**
 * Replaces the access token of the browser by one that has expired, so that it has to renew the session.
 *
 * @param storedEnd when the token ends as the browser has computed it, in seconds since 1970
 */
export function expireToken(page: Page, storedEnd = 1): Promise<void> {
  return page.evaluate((expires_at) => {
    const session = JSON.parse(localStorage.getItem('auth_tokens') ?? '{}') as { access_token: string }
    const [head, payload = '', signature] = session.access_token.split('.')
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { iat: number }
    const past = btoa(JSON.stringify({ ...claims, exp: claims.iat - 60 })).replace(/=+$/, '')
    const access_token = [head, past.replaceAll('+', '-').replaceAll('/', '_'), signature].join('.')
    localStorage.setItem('auth_tokens', JSON.stringify({ ...session, access_token, expires_at }))
  }, storedEnd)
}

/** Fails calls of the REST API with an error of the database. */
export async function respondWithError(
  target: Page | BrowserContext,
  call: { method: string; path: RegExp; message: string },
): Promise<void> {
  await target.route(call.path, async (route) => {
    if (route.request().method() !== call.method) return route.fallback()
    const body = { code: 'P0001', details: null, hint: null, message: call.message }
    return route.fulfill({ status: 400, json: body })
  })
}
