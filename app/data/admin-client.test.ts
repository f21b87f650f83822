import { expect, test } from 'vitest'
import { createAdminClient } from './admin-client.ts'

test('the client of the admin stores its session, renews it, looks for one in the address, and sends ten events a second', () => {
  const { auth, realtime } = createAdminClient('https://suchana.example', 'key')
  expect(auth).toMatchObject({
    storageKey: 'auth_tokens',
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: 'pkce',
  })
  expect(realtime.endpointURL()).toContain('eventsPerSecond=10')
})

test('after a sign-out the realtime connection has the publishable key in place of the token', async () => {
  const { auth, realtime } = createAdminClient('https://suchana.example', 'key')
  await realtime.setAuth('token')
  expect(realtime.accessTokenValue).toBe('token')
  await auth.signOut()
  await expect.poll(() => realtime.accessTokenValue).toBe('key')
})
