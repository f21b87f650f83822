import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { as, signIn, type Person } from './people.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

const isAdmin = (person: Person) =>
  as(sql, person, async (by) => (await by<{ is: boolean }[]>`select is_admin() as is`)[0]?.is)

const session = (person: Person) => person.claims.session_id ?? ''
const account = (person: Person) => person.claims.sub ?? ''

describe('staff is who has the role admin and a session that still exists', () => {
  const withSessionOf = (person: Person, other: Person) => ({
    ...person,
    claims: { ...person.claims, session_id: session(other) },
  })

  const cases: [what: string, role: string | null, is: boolean, change?: (person: Person) => Promise<unknown>][] = [
    ['the role admin', 'admin', true],
    [
      'a session that ends later',
      'admin',
      true,
      (person) => sql`update auth.sessions set not_after = now() + interval '1 minute' where id = ${session(person)}`,
    ],
    ['the role user', 'user', false],
    ['a role that is nearly admin', 'Admin', false],
    ['another one', 'admin ', false],
    ['no profile', null, false],
    [
      'a session that was ended',
      'admin',
      false,
      (person) => sql`delete from auth.sessions where id = ${session(person)}`,
    ],
    [
      'a session that is over',
      'admin',
      false,
      (person) => sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${session(person)}`,
    ],
    [
      'a role that was taken away',
      'admin',
      false,
      (person) => sql`update profiles set role = 'user' where id = ${account(person)}`,
    ],
    ['a profile that was deleted', 'admin', false, (person) => sql`delete from profiles where id = ${account(person)}`],
    [
      'an account that was deleted',
      'admin',
      false,
      (person) => sql`delete from auth.users where id = ${account(person)}`,
    ],
    ["somebody else's session", 'admin', false, async (person) => withSessionOf(person, await signIn(sql, 'admin'))],
    [
      'a session that never was',
      'admin',
      false,
      async (person) => ({ ...person, claims: { ...person.claims, session_id: randomUUID() } }),
    ],
    ['a token without a session', 'admin', false, async (person) => ({ ...person, claims: { sub: account(person) } })],
    [
      'a token without an account',
      'admin',
      false,
      async (person) => ({ ...person, claims: { session_id: session(person) } }),
    ],
    ['a token without anything', 'admin', false, async (person) => ({ ...person, claims: {} })],
  ]

  test.each(cases)('%s: %j is %s', async (_what, role, is, change) => {
    const person = await signIn(sql, role)
    const changed = await change?.(person)
    expect(await isAdmin(isPerson(changed) ? changed : person)).toBe(is)
  })
})

function isPerson(value: unknown): value is Person {
  return typeof value === 'object' && value !== null && 'claims' in value
}

test('claims that a signed-in person writes about themselves count for nothing', async () => {
  const person = await signIn(sql, 'user')
  const claims = {
    ...person.claims,
    app_metadata: { role: 'admin' },
    user_metadata: { role: 'admin' },
    user_role: 'admin',
  }
  expect(await isAdmin({ ...person, claims })).toBe(false)
})

test('a visitor can not even ask', async () => {
  await expect(isAdmin({ role: 'anon', claims: {} })).rejects.toMatchObject({ code: '42501' })
})
