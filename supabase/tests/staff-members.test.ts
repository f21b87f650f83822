import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addFactor, become, signIn, type Person } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
let [first, second, editor] = await signInAll()

async function signInAll(): Promise<[Person, Person, Person]> {
  return [await signIn(sql, 'admin'), await signIn(sql, 'admin'), await signIn(sql, 'editor')]
}
beforeEach(async () => {
  ;[first, second, editor] = await signInAll()
})
afterEach(() => sql`delete from auth.users`)

const idOf = ({ claims }: Person) => claims.sub ?? ''

/** Calls a function as a member of the staff, and commits. @returns the error's code, or null */
async function call(
  person: Person,
  statement: string,
  values: (string | boolean | null)[] = [],
): Promise<string | null> {
  try {
    await sql.begin(async (transaction) => {
      await become(transaction, person)
      await transaction.unsafe(statement, values)
    })
    return null
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  }
}

const change = (by: Person, of: Person, [role, isActive]: [string | null, boolean | null]) =>
  call(by, 'select change_staff_member($1, $2, $3)', [idOf(of), role, isActive])
const roleOf = async (person: Person) =>
  (await sql`select role, deactivated_at is null as active from profiles where id = ${idOf(person)}`)[0]
const sessionsOf = async (person: Person) =>
  (await sql`select from auth.sessions where user_id = ${idOf(person)}`).count

describe('roles and activity', () => {
  test('an admin changes a role, which counts at once in the session of the other', async () => {
    expect(await change(first, editor, ['admin', true])).toBe(null)
    expect(await change(editor, second, ['editor', true])).toBe(null)
    expect(await change(second, editor, ['editor', true])).toBe('42501')
  })

  test('deactivating ends the sessions and links of an account, and activating it begins none', async () => {
    await sql`insert into staff.links (account, kind, hash, expires_at) values (${idOf(editor)}, 'recovery', 'x', now() + interval '1 hour')`
    expect(await change(first, editor, ['editor', false])).toBe(null)
    expect([await sessionsOf(editor), (await sql`select from staff.links`).count]).toEqual([0, 0])
    expect(await change(first, editor, ['editor', true])).toBe(null)
    expect([await roleOf(editor), await sessionsOf(editor)]).toEqual([{ role: 'editor', active: true }, 0])
  })

  test('deactivating ends the previews that the account made, and no others', async () => {
    for (const person of [first, editor])
      await sql`insert into notice_previews (created_by, content_table, record_id, token_hash)
        values (${idOf(person)}, 'jobs', 1, ${Buffer.from(idOf(person))})`
    expect(await change(first, editor, ['editor', false])).toBe(null)
    expect(await sql`select created_by from notice_previews`).toEqual([{ created_by: idOf(first) }])
  })

  test('a page that is older than another change takes back only what it shows', async () => {
    expect(await change(first, editor, [null, false])).toBe(null)
    expect(await change(second, editor, ['admin', null])).toBe(null)
    expect(await roleOf(editor)).toEqual({ role: 'admin', active: false })
    expect(await change(first, editor, ['editor', null])).toBe(null)
    expect(await change(second, editor, [null, true])).toBe(null)
    expect(await roleOf(editor)).toEqual({ role: 'editor', active: true })
  })

  test('an account that is activated begins without sessions, also those that began while it was deactivated', async () => {
    expect(await change(first, editor, [null, false])).toBe(null)
    await sql`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${idOf(editor)})`
    expect(await change(first, editor, [null, true])).toBe(null)
    expect(await sessionsOf(editor)).toBe(0)
  })

  test.each<[what: string, change: [string | null, boolean | null]]>([
    ['deactivated', [null, false]],
    ['made an editor', ['editor', null]],
  ])('the last active admin cannot be %s, by nobody', async (_what, to) => {
    expect(await change(first, second, ['admin', false])).toBe(null)
    expect(await change(first, first, to)).toBe('23514')
    expect(await roleOf(first)).toEqual({ role: 'admin', active: true })
  })

  test('of two admins who deactivate each other at the same time, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await signIn(sql, 'admin'), await signIn(sql, 'admin')]
      await sql`update profiles set role = 'user' where id not in (${idOf(one)}, ${idOf(two)})`
      const outcomes = await Promise.all([change(one, two, ['admin', false]), change(two, one, ['admin', false])])
      expect(outcomes.filter((code) => code === null)).toHaveLength(1)
      expect((await sql`select from profiles where role = 'admin' and deactivated_at is null`).count).toBe(1)
    }
  })

  test('only the two roles exist, and accounts that are not on the staff are not changed', async () => {
    expect(await change(first, editor, ['owner', true])).toBe('22023')
    expect(await change(first, await signIn(sql, 'user'), ['admin', true])).toBe('P0002')
  })
})

describe('what editors may not do', () => {
  test.each<[what: string, statement: string]>([
    ['change a role', `select change_staff_member($1, 'admin', true)`],
    ['rename others', `select rename_staff_member($1, 'x')`],
    ['remove a second factor', 'select remove_second_factor($1)'],
    ['cancel an invitation', 'select cancel_invitation($1)'],
    ['end the session of others', 'select end_staff_session((select $2::uuid from (values ($1)) as unused))'],
  ])('an editor may not %s', async (_what, statement) => {
    const values = [idOf(first), ...(statement.includes('$2') ? [first.claims.session_id ?? ''] : [])]
    expect(await call(editor, statement, values)).toBe('42501')
    expect(await sessionsOf(first)).toBe(1)
  })

  test('editors see themselves alone, admins everybody, others nobody', async () => {
    const seen = async (person: Person) =>
      sql.begin(async (transaction) => {
        await become(transaction, person)
        const [row] = await transaction<{ members: { account: string; sessions: { is_own: boolean }[] }[] }[]>`
          select staff_members() as members`
        return row?.members ?? []
      })
    expect((await seen(editor)).map(({ account }) => account)).toEqual([idOf(editor)])
    expect((await seen(first)).map(({ account }) => account).sort()).toEqual([first, second, editor].map(idOf).sort())
    expect((await seen(editor))[0]?.sessions).toMatchObject([{ is_own: true }])
    expect(await seen(await signIn(sql, 'user'))).toEqual([])
    await addFactor(sql, first)
    expect(await seen(first)).toEqual([])
  })
})

test('everybody names themselves, and ends their own sessions; an admin does both for others', async () => {
  expect(await call(editor, `select rename_staff_member($1, '  Asha  ')`, [idOf(editor)])).toBe(null)
  expect(await sql`select display_name as name from profiles where id = ${idOf(editor)}`).toEqual([{ name: 'Asha' }])
  expect(await call(first, `select rename_staff_member($1, '')`, [idOf(editor)])).toBe(null)
  expect(await sql`select display_name as name from profiles where id = ${idOf(editor)}`).toEqual([{ name: null }])
  expect(await call(second, 'select end_staff_session($1)', [second.claims.session_id ?? ''])).toBe(null)
  expect(await call(first, 'select end_staff_session($1)', [editor.claims.session_id ?? ''])).toBe(null)
  expect([await sessionsOf(second), await sessionsOf(editor)]).toEqual([0, 0])
})

test.each<[what: string, name: (of: Person) => Promise<unknown>]>([
  ['name', async () => 'asha'],
  [
    'address',
    async (of) => (await sql`select upper(email) as email from auth.users where id = ${idOf(of)}`)[0]?.['email'],
  ],
])('nobody takes the %s of somebody else, in whatever letters', async (_what, nameOf) => {
  await sql`update profiles set display_name = 'Asha' where id = ${idOf(first)}`
  const name = String(await nameOf(first))
  expect(await call(editor, 'select rename_staff_member($1, $2)', [idOf(editor), name])).toBe('23505')
  expect(await call(first, 'select rename_staff_member($1, $2)', [idOf(first), name])).toBe(null)
})

test.each<[how: string, name: string]>([
  ['with a character that is not visible', 'Asha\u200b Rao'],
  ['with a joiner', 'As\u200dha Rao'],
  ['with a character that turns the direction', '\u202dAsha Rao'],
  ['with an empty letter of Korean', 'Asha Rao\u3164'],
  ['with another space', 'Asha\u00a0Rao'],
  ['with two spaces', 'Asha  Rao'],
  ['with a line break at the end', 'Asha Rao\n'],
  ['in wide letters', '\uff21\uff53ha Rao'],
  ['with a Cyrillic letter', '\u0410sha Rao'],
  ['with Cyrillic letters alone', '\u0410\u0455\u04bb\u0430 R\u0430\u043e'],
  ['with a Greek letter', '\u0391sha Ra\u03bf'],
  ['with a letter of Lisu', '\ua4eesha Rao'],
  ['with a digit', 'Asha Ra0'],
])('a name that looks like that of somebody else is refused: %s', async (_how, name) => {
  await sql`update profiles set display_name = 'Asha Rao' where id = ${idOf(first)}`
  expect(await call(editor, 'select rename_staff_member($1, $2)', [idOf(editor), name])).toBe('23505')
  expect(await call(first, 'select rename_staff_member($1, $2)', [idOf(first), name])).toBe(null)
})

test('a name that looks like the address of somebody else is refused', async () => {
  const [row] = await sql<{ email: string }[]>`select email from auth.users where id = ${idOf(first)}`
  const name = `${row?.email}\u2060`
  expect(await call(editor, 'select rename_staff_member($1, $2)', [idOf(editor), name])).toBe('23505')
})

test.each<[what: string, written: string, name: string | null]>([
  ['in one line', ' Asha\n\u00a0 Rao ', 'Asha Rao'],
  ['without characters that are not visible', '\u202eAsha\u200b\u0007', 'Asha'],
  ['with the joiners of its script', 'क्\u200dष', 'क्\u200dष'],
  ['not at all when nothing of it can be seen', '\u200d\u3164', null],
])('a name is stored %s', async (_what, written, name) => {
  await sql`update profiles set display_name = 'Before' where id = ${idOf(editor)}`
  expect(await call(editor, 'select rename_staff_member($1, $2)', [idOf(editor), written])).toBe(null)
  expect(await sql`select display_name as name from profiles where id = ${idOf(editor)}`).toEqual([{ name }])
})

test.each([
  ['Asha', 'Usha'],
  ['José', 'Jose'],
  ['आशा', 'ऊषा'],
  ['क्ष', 'कष'],
  ['Иван', 'Ивана'],
])('%s and %s are two names', async (one, other) => {
  await sql`update profiles set display_name = ${one} where id = ${idOf(first)}`
  expect(await call(editor, 'select rename_staff_member($1, $2)', [idOf(editor), other])).toBe(null)
})

test('of two accounts that take a name at the same moment, one gets it', async () => {
  const rename = 'select rename_staff_member($1, $2)'
  let other: Promise<string | null> | undefined
  await sql.begin(async (transaction) => {
    await become(transaction, second)
    await transaction.unsafe(rename, [idOf(second), 'Meera'])
    other = call(editor, rename, [idOf(editor), 'Meera'])
    await vi.waitUntil(
      async () =>
        (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
          .count > 0,
      { timeout: 20_000 },
    )
  })
  expect(await other).toBe('23505')
})

test('the previews of an account that is removed end', async () => {
  await sql`insert into notice_previews (created_by, content_table, record_id, token_hash)
    values (${idOf(editor)}, 'jobs', 1, ${Buffer.from('x')})`
  await sql`delete from auth.users where id = ${idOf(editor)}`
  expect((await sql`select from notice_previews`).count).toBe(0)
})

test('without the second factor, only the session that asks can be ended', async () => {
  const other = randomUUID()
  await sql`insert into auth.sessions (id, user_id) values (${other}, ${idOf(editor)})`
  await addFactor(sql, editor)
  expect(await call(editor, 'select end_staff_session($1)', [other])).toBe('42501')
  expect(await sessionsOf(editor)).toBe(2)
  expect(await call(editor, 'select end_staff_session($1)', [editor.claims.session_id ?? ''])).toBe(null)
  expect(await sql`select id from auth.sessions where user_id = ${idOf(editor)}`).toEqual([{ id: other }])
})

test('an admin removes the second factor of somebody who has lost the phone', async () => {
  await addFactor(sql, editor)
  await sql`insert into staff.recovery_codes (account, hash) values (${idOf(editor)}, 'x')`
  expect(await call(first, 'select remove_second_factor($1)', [idOf(editor)])).toBe(null)
  expect([(await sql`select from staff.factors`).count, (await sql`select from staff.recovery_codes`).count]).toEqual([
    0, 0,
  ])
})

describe('who has a record open', () => {
  const keep = async (person: Person, [record, isClosed = false, page = idOf(person)]: [number, boolean?, string?]) =>
    sql.begin(async (transaction) => {
      await become(transaction, person)
      const [row] = await transaction<{ others: string[] }[]>`
        select keep_record_open('jobs', ${record}, ${page}, ${isClosed}) as others`
      return row?.others
    })

  test('others see the name, or the address, until the page is left', async () => {
    await sql`update profiles set display_name = 'Asha' where id = ${idOf(editor)}`
    expect(await keep(editor, [1])).toEqual([])
    expect(await keep(first, [1])).toEqual(['Asha'])
    expect(await keep(second, [2])).toEqual([])
    expect(await keep(editor, [1])).toEqual([`${idOf(first)}@example.org`])
    expect(await keep(editor, [1, false, crypto.randomUUID()])).toEqual([`${idOf(first)}@example.org`])
    await keep(first, [1, true])
    expect(await keep(editor, [1])).toEqual([])
  })

  test('a page that says nothing for 40 seconds is forgotten, and so is a deactivated account', async () => {
    await keep(editor, [1])
    await keep(second, [1])
    await sql`update staff.open_records set seen_at = now() - interval '41 seconds' where account = ${idOf(editor)}`
    await change(first, second, ['admin', false])
    expect(await keep(first, [1])).toEqual([])
  })

  test('outsiders neither see nor say it, and only tables of the admin have records', async () => {
    expect(await call(await signIn(sql, 'user'), `select keep_record_open('jobs', 1, gen_random_uuid())`)).toBe('42501')
    expect(await call(first, `select keep_record_open('profiles', 1, gen_random_uuid())`)).toBe('22023')
  })
})
