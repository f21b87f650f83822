import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { addFactor, as, server, signIn, visitor, type Person } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

type Row = Record<string, unknown>
const unique = () => `x${crypto.randomUUID()}`
const notice = (): Row => ({ title: 'A notice', slug: unique() })
const hiddenNotice = (): Row => ({ ...notice(), status: 'inactive' })
const listed = (): Row => ({ name: 'A name', slug: unique() })
const unlisted = (): Row => ({ ...listed(), is_active: false })
const message = (): Row => ({ name: 'Asha', email: 'asha@example.org', subject: 'A date', message: 'It is wrong.' })
const subscription = (): Row => ({ endpoint: `https://${unique()}`, p256dh: 'key', auth: 'key' })
const accounts =
  await sql`insert into auth.users (id, email) select gen_random_uuid(), 'user' || number || '@example.org'
  from generate_series(1, 100) as number returning id`
const [publicJob] = await sql`insert into jobs ${sql(notice())} returning id`
const correction = (record_id = Number(publicJob?.['id'])): Row => ({
  content_table: 'jobs',
  record_id,
  field: 'exam_date',
})
const [reported] = await sql`insert into jobs ${sql(notice())} returning id`
const report = (): Row => ({ content_table: 'jobs', record_id: reported?.['id'], reason: 'date' })
let planned = 0
const plan = (): Row => ({ content_table: 'jobs', record_id: (planned += 1), state: 'draft' })
const previewLink = (): Row => ({ content_table: 'jobs', record_id: 1, token_hash: Buffer.from(unique()) })
const profile = (): Row => ({ id: accounts.pop()?.['id'] })

/**
 * Rights by role, table and verb. R: reads every row, r: reads the public rows only, I: inserts, U: updates,
 * D: deletes. The server has all of them, except that triggers alone write corrections. A new table has to be added here.
 */
const matrix: [table: string, outsiders: string, staff: string, row: () => Row, hiddenRow?: () => Row][] = [
  ['corrections', 'r---', 'R---', correction, () => correction(0)],
  ['jobs', 'r---', 'RIUD', notice, hiddenNotice],
  ['results', 'r---', 'RIUD', notice, hiddenNotice],
  ['admit_cards', 'r---', 'RIUD', notice, hiddenNotice],
  ['answer_keys', 'r---', 'RIUD', notice, hiddenNotice],
  ['admissions', 'r---', 'RIUD', notice, hiddenNotice],
  ['documents', 'r---', 'RIUD', notice, hiddenNotice],
  ['syllabus', 'r---', 'RIUD', notice, hiddenNotice],
  ['categories', 'r---', 'RIUD', listed, unlisted],
  ['organizations', 'r---', 'RIUD', listed, unlisted],
  ['recruitments', 'R---', 'RIUD', notice],
  ['search_words', 'R---', 'RIUD', () => ({ written: unique(), means: 'a word' })],
  ['newsletter_subscribers', '-I--', 'RI--', () => ({ email: `${unique()}@example.org` })],
  ['analytics_events', '-I--', 'RI--', () => ({ page: '/', event_type: 'page_view', user_agent: 'Firefox' })],
  ['page_view_days', '----', 'R---', () => ({ day: '2026-03-02', kind: unique(), views: 1 })],
  ['contact_messages', '----', 'R--D', message],
  ['mistake_reports', '-I--', 'RIUD', report],
  ['notice_plans', '----', 'R---', plan],
  ['notice_previews', '----', 'R---', previewLink],
  ['profiles', '----', 'R---', profile],
  ['push_subscriptions', '----', 'R---', subscription],
  ['slug_history', '----', '----', () => ({ old_slug: unique(), content_table: 'jobs', record_id: 1 })],
  ['sign_in_attempts', '----', '----', () => ({ key: unique(), attempts: 1, until: new Date() })],
  ['gone_slugs', '----', '----', () => ({ slug: unique(), content_table: 'jobs' })],
]

/** What editors may do less than admins. */
const ofEditors: Record<string, string> = {
  newsletter_subscribers: '-I--',
  contact_messages: 'R---',
  mistake_reports: 'RIU-',
  push_subscriptions: '----',
}

const withoutFactor = await signIn(sql, 'admin')
await addFactor(sql, withoutFactor)
const deactivated = await signIn(sql, 'admin')
await sql`update profiles set deactivated_at = now() where id = ${deactivated.claims.sub ?? ''}`

const signedOut = await signIn(sql, 'admin')
await sql`delete from auth.sessions where id = ${signedOut.claims.session_id ?? ''}`

const people: [name: string, person: Person, rights: 'outsiders' | 'staff' | 'editor' | 'server'][] = [
  ['a visitor', visitor, 'outsiders'],
  ['a signed-in person', await signIn(sql, 'user'), 'outsiders'],
  ['a signed-in person without a profile', await signIn(sql, null), 'outsiders'],
  ['an admin who has signed out', signedOut, 'outsiders'],
  ['an admin who has not given the second factor', withoutFactor, 'outsiders'],
  ['a deactivated admin', deactivated, 'outsiders'],
  ['an editor', await signIn(sql, 'editor'), 'editor'],
  ['an admin', await signIn(sql, 'admin'), 'staff'],
  ['the server', server, 'server'],
]

for (const [table, , , row, hiddenRow] of matrix) {
  const rows = [row(), row(), ...(hiddenRow ? [hiddenRow()] : [])]
  for (const values of rows) await sql`insert into ${sql(table)} ${sql(values)}`
}

/** @returns how many rows a statement reads or changes; 0 when access is denied */
async function rowsOf(person: Person, statement: (by: postgres.ISql) => Promise<{ count: number }>): Promise<number> {
  try {
    return (await as(sql, person, statement)).count
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') return 0
    throw error
  }
}

/** Updates any column for which there is a privilege. */
async function updateAnything(by: postgres.ISql, table: string): Promise<{ count: number }> {
  const [free] = await by`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' and attgenerated = ''
      and has_column_privilege(attrelid, attnum, 'update')`
  return free ? by`update ${by(table)} set ${by(free['name'])} = ${by(free['name'])}` : { count: 0 }
}

describe.each(matrix)('rights on %s', (table, outsiders, staff, row, hiddenRow) => {
  describe.each(people)('to %s', (name, person, rights) => {
    const ofServer = table === 'corrections' ? 'R---' : 'RIUD'
    const [read, ...writes] = { outsiders, staff, editor: ofEditors[table] ?? staff, server: ofServer }[rights]

    test(`rights on ${table} of ${name}: reads ${read}`, async () => {
      const all = (await sql`select from ${sql(table)}`).count
      const visible = await rowsOf(person, (by) => by`select from ${by(table)} where true`)
      expect(visible).toBe({ R: all, r: all - (hiddenRow ? 1 : 0), '-': 0 }[read ?? ''])
      expect(all).toBeGreaterThan(hiddenRow ? 2 : 1)
    })

    test.each([
      ['inserts', 'I', (by: postgres.ISql) => by`insert into ${by(table)} ${by(row())}`],
      ['updates', 'U', (by: postgres.ISql) => updateAnything(by, table)],
      ['deletes', 'D', (by: postgres.ISql) => by`delete from ${by(table)}`],
    ])(
      `rights on ${table} of ${name}: %s, when ${writes.join('')} contains its letter`,
      async (_verb, letter, statement) => {
        expect((await rowsOf(person, statement)) > 0).toBe(writes.includes(letter))
      },
    )
  })
})

test('every table and view of the schema has row-level security and is in the matrix', async () => {
  const tables = await sql`select relname as name, relrowsecurity as secured from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`
  expect(tables).toEqual(matrix.map(([name]) => ({ name, secured: true })).sort((a, b) => (a.name < b.name ? -1 : 1)))
})
