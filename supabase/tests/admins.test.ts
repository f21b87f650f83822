import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addFactor, as, signIn, withSecondFactor, type Person } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

const isAdmin = (person: Person) =>
  as(sql, person, async (by) => (await by<{ is: boolean }[]>`select is_admin() as is`)[0]?.is)

const isStaff = (person: Person) =>
  as(sql, person, async (by) => (await by<{ is: boolean }[]>`select is_staff() as is`)[0]?.is)

const access = (person: Person) =>
  as(sql, person, async (by) => (await by<{ is: unknown }[]>`select staff_access() as is`)[0]?.is)

const session = (person: Person) => person.claims.session_id ?? ''
const account = (person: Person) => person.claims.sub ?? ''

describe('is_admin: staff has the role admin and an existing session', () => {
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
    ['the role Admin with a capital letter', 'Admin', false],
    ['the role admin with a space', 'admin ', false],
    ['no profile', null, false],
    ['a deleted session', 'admin', false, (person) => sql`delete from auth.sessions where id = ${session(person)}`],
    [
      'an expired session',
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
    ['the role editor', 'editor', false],
    [
      'a deactivated account',
      'admin',
      false,
      (person) => sql`update profiles set deactivated_at = now() where id = ${account(person)}`,
    ],
    ['a second factor that was not given', 'admin', false, (person) => addFactor(sql, person)],
    [
      'a second factor that only the token claims',
      'admin',
      false,
      async (person) => {
        await addFactor(sql, person)
        return { ...person, claims: { ...person.claims, aal: 'aal2' } }
      },
    ],
    [
      'a second factor that was given after the token was signed',
      'admin',
      false,
      async (person) => {
        await addFactor(sql, person)
        await withSecondFactor(sql, person)
      },
    ],
    [
      'a second factor that was given',
      'admin',
      true,
      async (person) => {
        await addFactor(sql, person)
        return withSecondFactor(sql, person)
      },
    ],
    ['a profile that was deleted', 'admin', false, (person) => sql`delete from profiles where id = ${account(person)}`],
    [
      'an account that was deleted',
      'admin',
      false,
      (person) => sql`delete from auth.users where id = ${account(person)}`,
    ],
    ["another user's session", 'admin', false, async (person) => withSessionOf(person, await signIn(sql, 'admin'))],
    [
      'a session that does not exist',
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
    ['a token without claims', 'admin', false, async (person) => ({ ...person, claims: {} })],
  ]

  test.each(cases)('is_admin with %s: role %j, expected %s', async (_what, role, is, change) => {
    const person = await signIn(sql, role)
    const changed = await change?.(person)
    const caller = isPerson(changed) ? changed : person
    expect([await isAdmin(caller), await isStaff(caller)]).toEqual([is, is || role === 'editor'])
  })
})

test.each<[setting: string, role: string, missing: string | null]>([
  ['none', 'admin', null],
  ['none', 'editor', null],
  ['admin', 'admin', 'enroll'],
  ['admin', 'editor', null],
  ['staff', 'admin', 'enroll'],
  ['staff', 'editor', 'enroll'],
])('where a second factor is required of %j, the access of a new %s lacks %j', async (setting, role, missing) => {
  await sql`update staff.settings set second_factor_of = ${setting}`
  const person = await signIn(sql, role)
  expect(await access(person)).toEqual({ account: account(person), role, name: null, missing })
  expect(await isStaff(person)).toBe(missing === null)
  await addFactor(sql, person)
  expect(await access(person)).toMatchObject({ missing: 'verify' })
  expect(await access(await withSecondFactor(sql, person))).toMatchObject({ missing: null })
  await sql`update staff.settings set second_factor_of = 'none'`
})

test('staff_access says nothing to others', async () => {
  expect([await access(await signIn(sql, 'user')), await access(await signIn(sql, null))]).toEqual([null, null])
})

function isPerson(value: unknown): value is Person {
  return typeof value === 'object' && value !== null && 'claims' in value
}

test('is_admin ignores claims that a user can write', async () => {
  const person = await signIn(sql, 'user')
  const claims = {
    ...person.claims,
    app_metadata: { role: 'admin' },
    user_metadata: { role: 'admin' },
    user_role: 'admin',
  }
  expect(await isAdmin({ ...person, claims })).toBe(false)
})

test('visitors may not call is_admin', async () => {
  await expect(isAdmin({ role: 'anon', claims: {} })).rejects.toMatchObject({ code: '42501' })
})
