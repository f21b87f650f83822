import { expect, test, vi } from 'vitest'
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

test.each([2, -2])(
  'a token is refreshed after its own time on a device whose clock is wrong by %d days',
  async (days) => {
    const wrong = Date.now() + days * 86_400_000
    vi.useFakeTimers({ now: wrong, toFake: ['Date'] })
    const granted = {
      access_token: 'e30.e30.e30',
      refresh_token: 'refresh',
      token_type: 'bearer',
      expires_in: 3_600,
      expires_at: Math.round(wrong / 1_000) - days * 86_400 + 3_600,
      user: { id: 'one' },
    }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(granted)))
    const { auth } = createAdminClient('https://suchana.example', 'key')
    const { data } = await auth.signInWithPassword({ email: 'one@suchana.example', password: 'a password' })
    expect(data.session?.expires_at).toBeCloseTo(wrong / 1_000 + 3_600, -1)
    await auth.stopAutoRefresh()
    vi.useRealTimers()
  },
)
