import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type APIRequestContext } from '@playwright/test'

/** The Supabase contract through the whole server; supabase/tests test its rules. */
const { publishableKey } = JSON.parse(readFileSync(join(process.env['E2E_DATA_DIR'] ?? '', 'secrets.json'), 'utf8'))
const withKey = { apikey: publishableKey }
const admin = { email: 'editor@suchana.example', password: 'a long password for tests' }

async function signIn(request: APIRequestContext) {
  const response = await request.post('/auth/v1/token?grant_type=password', { headers: withKey, data: admin })
  expect(response.status()).toBe(200)
  const { access_token } = await response.json()
  return { ...withKey, authorization: `Bearer ${access_token}` }
}

test('a visitor reads a list, and the response is not cached', async ({ request }) => {
  const response = await request.get('/rest/v1/results?select=title,slug&order=posted_at.desc&limit=25', {
    headers: withKey,
  })
  expect(response.status()).toBe(200)
  expect(response.headers()).toMatchObject({
    'cache-control': 'no-cache, no-store, must-revalidate',
    pragma: 'no-cache',
    expires: '0',
    'x-content-type-options': 'nosniff',
  })
  expect(await response.json()).toHaveLength(25)
})

test('a visitor cannot write a notice', async ({ request }) => {
  const response = await request.post('/rest/v1/jobs', { headers: withKey, data: { title: 'Mine', slug: 'mine' } })
  expect([response.status(), (await response.json()).code]).toEqual([401, '42501'])
})

test('staff signs in, writes a hidden notice, and has no rights after signing out', async ({ request }) => {
  const headers = await signIn(request)
  const slug = `hidden-${Date.now()}`
  const added = await request.post('/rest/v1/jobs', {
    headers: { ...headers, prefer: 'return=representation' },
    data: { title: 'भर्ती "2026" <b>', slug, status: 'inactive' },
  })
  expect(added.status()).toBe(201)
  const [{ id, title }] = await added.json()
  expect(title).toBe('भर्ती "2026" <b>')
  expect((await request.get(`/jobs/${slug}`)).status()).toBe(404)

  const change = { headers, data: { display_order: 7 } }
  expect((await request.patch(`/rest/v1/jobs?id=eq.${id}`, change)).status()).toBe(204)
  expect((await request.delete(`/rest/v1/jobs?id=eq.${id}`, { headers })).status()).toBe(204)

  expect((await request.post('/auth/v1/logout', { headers })).status()).toBe(204)
  const late = await request.post('/rest/v1/jobs', { headers, data: { title: 'Late', slug: `late-${slug}` } })
  expect([late.status(), (await late.json()).code]).toEqual([401, 'PGRST303'])
})

test('a wrong password is rejected with a general message', async ({ request }) => {
  const wrong = { headers: withKey, data: { ...admin, password: 'a wrong password' } }
  const response = await request.post('/auth/v1/token?grant_type=password', wrong)
  expect([response.status(), (await response.json()).msg]).toEqual([400, 'Invalid login credentials'])
})

for (const [path, status] of [
  ['/_system/config', 404],
  ['/studio', 404],
  ['/storage/v1/bucket', 401],
  ['/rest/v1/_system/config', 401],
  ['/auth/v1/admin/users', 404],
] as const) {
  test(`${path} is not accessible, even without a key on this machine`, async ({ request }) => {
    expect((await request.get(path)).status()).toBe(status)
  })
}
