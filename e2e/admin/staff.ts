import { test as base, expect } from '#e2e/visitor/journey.ts'
import type { APIRequestContext, Page } from '@playwright/test'

const EDITOR = { email: 'editor@suchana.example', password: 'a long password for tests' }

interface StaffSession {
  access_token: string
}

/** The tables as a member of staff, beside what happens on the page. */
export interface Tables {
  get: <T = Record<string, unknown>>(path: string) => Promise<T[]>
  insert: (table: string, row: object) => Promise<Record<string, unknown> & { id: number }>
  patch: (table: string, id: number, changes: object) => Promise<void>
  remove: (table: string, id: number) => Promise<void>
}

/** A journey of somebody who is signed in. */
export const test = base.extend<{ tables: Tables; signedIn: void }, { session: StaffSession; key: string }>({
  key: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const page = await (await request.get('/admin/login')).text()
      await use(/sb_publishable_[\w-]+/.exec(page)?.[0] ?? '')
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  session: [
    async ({ playwright, key }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await use(await newSession(request, key))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  tables: [
    async ({ request, session, key }, use) => {
      await use(tablesOf(request, { apikey: key, authorization: `Bearer ${session.access_token}` }))
    },
    { auto: false },
  ],
  signedIn: [
    async ({ page, session }, use) => {
      await signInAs(page, session)
      await use()
    },
    { auto: true },
  ],
})

export { expect }

/** A session of its own, for journeys that end it. */
export async function newSession(request: APIRequestContext, key: string): Promise<StaffSession> {
  const reply = await request.post('/auth/v1/token?grant_type=password', { headers: { apikey: key }, data: EDITOR })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as StaffSession
}

/** Before the first page is opened. */
export async function signInAs(page: Page, session: object): Promise<void> {
  await page.addInitScript((stored) => {
    if (!sessionStorage.getItem('signed-in')) localStorage.setItem('auth_tokens', stored)
    sessionStorage.setItem('signed-in', 'yes')
  }, JSON.stringify(session))
}

function tablesOf(request: APIRequestContext, credentials: Record<string, string>): Tables {
  const headers = { ...credentials, prefer: 'return=representation' }
  return {
    async get<T>(path: string) {
      return (await (await request.get(`/rest/v1/${path}`, { headers })).json()) as T[]
    },
    async insert(table, data) {
      const reply = await request.post(`/rest/v1/${table}`, { headers, data })
      expect(reply.ok(), await reply.text()).toBe(true)
      const [row] = (await reply.json()) as (Record<string, unknown> & { id: number })[]
      if (!row) throw new Error(`Nothing was inserted into ${table}`)
      return row
    },
    async patch(table, id, data) {
      expect((await request.patch(`/rest/v1/${table}?id=eq.${id}`, { headers, data })).ok()).toBe(true)
    },
    async remove(table, id) {
      expect((await request.delete(`/rest/v1/${table}?id=eq.${id}`, { headers })).ok()).toBe(true)
    },
  }
}
