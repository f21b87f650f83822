import { afterAll, describe, expect, test } from 'vitest'
import { APPLICANT_CATEGORIES } from '#domain/content/categories-of-applicants.ts'
import { GENDERS } from '#domain/content/genders.ts'
import { POST_GROUPS } from '#domain/content/post-groups.ts'
import { QUALIFICATIONS } from '#domain/content/qualifications.ts'
import { STATES } from '#domain/content/indian-states.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

/** Facts of jobs and admissions. Source: docs/behaviour/facts.md#what-is-stated */
const database = await makeDatabase('migrated')
const { sql } = database
const { client } = await runBackend(database)
const staff = client()
await staff.auth.signInWithPassword(admin)
afterAll(() => staff.auth.signOut())

const tables = ['jobs', 'admissions'] as const
const stated = {
  qualifications: ['10th', 'iti'],
  graduate_fields: ['Engineering', 'Computer Science, IT', 'विधि'],
  states: ['bihar', 'uttar-pradesh'],
  post_group: 'C',
  category_vacancies: {
    general: 400,
    ews: 0,
    obc: 270,
    sc: 150,
    st: 75,
    pwd: 40,
    female: 30,
    ex_servicemen: 10_000_000,
  },
  age_relaxations: { obc: 3, sc: 5, ex_servicemen: 50 },
  gender: 'female',
  category_fees: { general: 250.5, sc: 0, st: 10_000_000 },
}
const notStated = Object.fromEntries(Object.keys(stated).map((column) => [column, null]))
let rows = 0
const newRow = () => ({ title: 'With facts', slug: `with-facts-${++rows}` })

describe('the database and the forms have the same values', () => {
  test.each([
    ['qualifications', QUALIFICATIONS],
    ['states', STATES],
    ['post_groups', POST_GROUPS],
    ['genders', GENDERS],
    ['applicant_categories', APPLICANT_CATEGORIES],
  ] as const)('rules.%s names the values of the forms in their order', async (name, choices) => {
    const [row] = await sql`select ${sql(`rules.${name}`)}() as values`
    expect(row?.['values']).toEqual(choices.map(({ value }) => value))
  })
})

describe.each(tables)('facts of %s', (table) => {
  test('an admin writes them, and a visitor reads them in the table and on the detail page', async () => {
    const row = newRow()
    const inserted = await staff
      .from(table)
      .insert({ ...row, ...stated })
      .select()
      .single()
    expect(inserted).toMatchObject({ status: 201, error: null, data: stated })
    const { id } = inserted.data

    const read = await client().from(table).select().eq('slug', row.slug).single()
    expect(read.data).toMatchObject(stated)
    const detail = await client().rpc('notice_with_siblings', { content_table: table, slug: row.slug })
    expect(detail.data.notice).toMatchObject(stated)
    const newest = await client().rpc('newest_notices', { content_table: table, wanted: 1 })
    expect(newest.data).toMatchObject([stated])

    const changed = {
      ...stated,
      states: ['all-india'],
      category_vacancies: { sc: 1 },
      gender: 'male',
      graduate_fields: [],
    }
    const updated = await staff.from(table).update(changed).eq('id', id).select().single()
    expect(updated).toMatchObject({ error: null, data: changed })
    const cleared = await staff.from(table).update(notStated).eq('id', id).select().single()
    expect(cleared).toMatchObject({ error: null, data: notStated })
  })

  test('a notice without facts does not state them, and only admins write them', async () => {
    const row = newRow()
    const { data } = await staff.from(table).insert(row).select().single()
    expect(data).toMatchObject(notStated)
    const refused = await client()
      .from(table)
      .update({ qualifications: ['10th'] })
      .eq('id', data.id)
      .select()
    expect(refused.error).toMatchObject({ code: '42501' })
    const byService = await client(keys.secretKey).from(table).update(stated).eq('id', data.id).select().single()
    expect(byService.data).toMatchObject(stated)
  })

  test('visitors find the notices for a qualification or a state', async () => {
    const row = newRow()
    await staff.from(table).insert({ ...row, ...stated })
    const found = (column: string, values: string[]) =>
      client().from(table).select('slug').eq('slug', row.slug).overlaps(column, values)
    expect((await found('qualifications', ['iti', 'diploma'])).data).toEqual([{ slug: row.slug }])
    expect((await found('states', ['goa'])).data).toEqual([])
  })

  const rejected: [column: string, value: unknown][] = [
    ['qualifications', []],
    ['qualifications', ['10th', '10th']],
    ['qualifications', ['11th']],
    ['qualifications', ['10th', null]],
    ['qualifications', [['10th'], ['12th']]],
    ['graduate_fields', ['']],
    ['graduate_fields', [' Law']],
    ['graduate_fields', ['Law\n']],
    ['graduate_fields', ['a\u0007b']],
    ['graduate_fields', [null]],
    ['graduate_fields', ['x'.repeat(61)]],
    ['graduate_fields', Array.from({ length: 21 }, (_, index) => `Field ${index}`)],
    ['states', []],
    ['states', ['Bihar']],
    ['states', ['bihar', 'bihar']],
    ['states', ['all-india', 'bihar']],
    ['post_group', 'E'],
    ['post_group', ''],
    ['gender', 'any'],
    ...['category_vacancies', 'age_relaxations', 'category_fees'].flatMap((column): [string, unknown][] => [
      [column, {}],
      [column, [1]],
      [column, 3],
      [column, 'text'],
      [column, { others: 3 }],
      [column, { obc: '3' }],
      [column, { obc: null }],
      [column, { obc: -1 }],
      [column, { obc: 10_000_001 }],
      [column, { obc: 0.125 }],
    ]),
    ['category_vacancies', { obc: 1.5 }],
    ['age_relaxations', { obc: 51 }],
    ['age_relaxations', { obc: 2.5 }],
  ]

  test.each(rejected)('%s rejects %j', async (column, value) => {
    const { error } = await staff.from(table).insert({ ...newRow(), [column]: value })
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining(`"${table}_${column}_check"`) })
  })
})
