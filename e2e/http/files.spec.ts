import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

/** Files through the whole server; supabase/tests test the rules of the storage. */
const { publishableKey } = JSON.parse(readFileSync(join(process.env['E2E_DATA_DIR'] ?? '', 'secrets.json'), 'utf8'))
const withKey = { apikey: publishableKey }
const admin = { email: 'editor@suchana.example', password: 'a long password for tests' }

const pdf = `%PDF-1.7\n% ${Date.now()}\nstartxref\n0\n%%EOF\n`

test('an uploaded file is cached for ever and served in a sandbox', async ({ request }) => {
  const signedIn = await request.post('/auth/v1/token?grant_type=password', { headers: withKey, data: admin })
  const { access_token } = await signedIn.json()
  const headers = { ...withKey, authorization: `Bearer ${access_token}` }
  const uploaded = await request.post('/storage/v1/object/notices/a.pdf', { headers, data: Buffer.from(pdf) })
  expect(uploaded.headers()['cache-control']).toBe('no-cache, no-store, must-revalidate')
  const { Key } = await uploaded.json()

  const response = await request.get(`/storage/v1/object/public/${Key}`)
  expect(await response.text()).toBe(pdf)
  expect(response.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  expect(response.headers()['pragma']).toBeUndefined()

  const removal = { headers, data: { prefixes: [Key.replace('notices/', '')] } }
  expect((await request.delete('/storage/v1/object/notices', removal)).status()).toBe(200)
  const missing = await request.get(`/storage/v1/object/public/${Key}`)
  expect([missing.status(), missing.headers()['cache-control']]).toEqual([404, 'no-cache, no-store, must-revalidate'])
})

test('a visitor cannot upload a file', async ({ request }) => {
  const response = await request.post('/storage/v1/object/notices/a.pdf', { headers: withKey, data: Buffer.from(pdf) })
  expect([response.status(), (await response.json()).code]).toEqual([401, 'InvalidJWT'])
})
