import { expect, test, vi } from 'vitest'

// Other files share the modules, and what they know of the time of the server.
vi.resetModules()
const { noteTime } = await import('./server-time.ts')
const { openTokenStorage } = await import('./token-storage.ts')

const DAY = 86_400
const now = Math.round(Date.now() / 1_000)
const token = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.e30`

function storageWith(value: string) {
  const values = new Map([['auth_tokens', value]])
  return openTokenStorage({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, stored) => void values.set(key, stored),
    removeItem: (key) => void values.delete(key),
  })
}
const read = (session: object) => JSON.parse(storageWith(JSON.stringify(session)).getItem('auth_tokens') ?? '')

test('until the time of the server is known, the stored end of a token counts', () => {
  const session = { access_token: token({ exp: now }), expires_at: now + DAY }
  expect(read(session)).toEqual(session)
})

test.each([0, 2 * DAY, -2 * DAY])(
  'the end of a token is by the present clock, %d s behind the server, whatever it was by an earlier one',
  (behind) => {
    noteTime(Date.now() + behind * 1_000, Date.now())
    for (const stored of [now - DAY, now + DAY]) {
      const session = {
        access_token: token({ exp: now + behind + 1_800, name: 'ü?' }),
        expires_at: stored,
        user: { id: 'one' },
      }
      const found = read(session)
      expect(found).toEqual({ ...session, expires_at: expect.any(Number) })
      expect(Math.abs(found.expires_at - now - 1_800)).toBeLessThanOrEqual(1)
    }
  },
)

test('what is no session is read as it is stored', () => {
  noteTime(Date.now(), Date.now())
  for (const value of [
    '',
    'null',
    '"text"',
    '{',
    '{"access_token":"e30"}',
    `{"access_token":"a.${btoa('{}')}.b"}`,
    '{"access_token":"a.%.b"}',
  ])
    expect(storageWith(value).getItem('auth_tokens')).toBe(value)
  const storage = storageWith('text')
  storage.removeItem('auth_tokens')
  expect(storage.getItem('auth_tokens')).toBe(null)
  storage.setItem('auth_tokens', 'other')
  expect(storage.getItem('auth_tokens')).toBe('other')
})
