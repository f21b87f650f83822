import { describe, expect, test } from 'vitest'
import type { FieldType } from '#domain/content/fields/field.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { FORMS, fieldsOf } from '#domain/content/fields/registry.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { columnsOf, contentTables, specifiedColumns } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

const printedTypes: Record<string, string> = { 'timestamp with time zone': 'timestamp', ARRAY: 'texts' }
const found = await sql<{ table: string; column: string; type: string; nullable: boolean }[]>`
  select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public'`
const typeOf = new Map(found.map(({ table, column, type }) => [`${table}.${column}`, printedTypes[type] ?? type]))
const nullable = new Set(found.filter((row) => row.nullable).map(({ table, column }) => `${table}.${column}`))

describe('every specified field is a column of its type', () => {
  test.each(Object.keys(specifiedColumns))('every specified field of %s is a column of its type', (table) => {
    const columns = columnsOf(table)
    expect(columns.map(([column]) => [column, typeOf.get(`${table}.${column}`)])).toEqual(columns)
  })
})

test('the fields added by decisions are nullable', () => {
  const added = {
    jobs: 'organization_id category_id advertisement_no location description age_as_on view_count meta_title meta_description',
    documents: 'description file_url',
    syllabus: 'content organization_id category_id meta_title meta_description is_featured display_order view_count',
  }
  for (const [table, columns] of Object.entries(added)) {
    for (const column of columns.split(' ')) expect(nullable, `${table}.${column}`).toContain(`${table}.${column}`)
  }
})

describe('every form field is a column that can store it', () => {
  const holds: Record<FieldType, string[]> = {
    line: ['text'],
    paragraph: ['text'],
    markdown: ['text'],
    link: ['text'],
    vacancies: ['text'],
    list: ['text', 'jsonb', 'texts'],
    choice: ['text'],
    choices: ['texts'],
    'numbers-by-category': ['jsonb'],
    'rupees-by-category': ['jsonb'],
    'marks-by-category': ['jsonb'],
    date: ['date'],
    number: ['integer', 'bigint'],
    rupees: ['numeric'],
    'yes-no': ['boolean'],
    slug: ['text'],
    status: ['text'],
    'post-time': ['text'],
    reference: ['bigint'],
    timestamp: ['timestamptz'],
  }
  const tables = Object.keys(FORMS) as AdminTable[]
  const fields = tables.flatMap((table) =>
    Object.entries(fieldsOf(table))
      .filter(([, { isPlanned }]) => !isPlanned)
      .map(([column, field]) => ({ table, column, ...field })),
  )

  test.each(fields)('$table.$column can store a form field of type $type', ({ table, column, type, required }) => {
    expect(holds[type]).toContain(typeOf.get(`${table}.${column}`))
    const mayBeNull = nullable.has(`${table}.${column}`)
    expect(mayBeNull || required || type === 'slug', 'an empty field can be stored').toBeTruthy()
  })

  test.each(tables)(
    'every column of %s that staff may write has a form field, and no other column has one',
    (table) => {
      const written = columnsOf(table).map(([column]) => column)
      const generated = ['id', 'created_at', 'updated_at', 'posted_at', 'view_count']
      const fields = Object.entries(fieldsOf(table)).filter(([, { isPlanned }]) => !isPlanned)
      expect(fields.map(([column]) => column).sort()).toEqual(
        written.filter((column) => !generated.includes(column)).sort(),
      )
    },
  )

  test.each(CONTENT_KINDS)('$table has a column for every row of its detail pages', (kind) => {
    const rows = [
      ...[...kind.facts, ...kind.dates, ...kind.links].map(({ fields: names }) => names),
      ...[...kind.fees.map(({ field }) => field), ...kind.searchFields].map((field) => [field]),
      ...Object.values(kind.application ?? {}),
      ...(kind.action ? [kind.action.fields] : []),
    ]
    // A row is shared between kinds: it shows the first of its fields that the kind has.
    const withoutColumn = rows.filter((names) => !names.some((name) => typeOf.has(`${kind.table}.${name}`)))
    expect(withoutColumn).toEqual([])
  })
})

describe('a new notice needs only a title and a slug', () => {
  test.each(CONTENT_KINDS)(
    'a new notice of $table needs only a title and a slug, and gets the default status',
    async ({ table, defaultStatus }) => {
      const [row] =
        await sql`insert into ${sql(table)} (title, slug) values ('Needs little', 'needs-little') returning *`
      expect(row).toMatchObject({ status: defaultStatus, is_featured: false })
      expect(row?.['posted_at']).toEqual(row?.['created_at'])
      await expect(sql`insert into ${sql(table)} (title) values ('No slug')`).rejects.toThrow(/null value.*"slug"/)
      await expect(sql`insert into ${sql(table)} (slug) values ('no-title')`).rejects.toThrow(/null value.*"title"/)
    },
  )
})

describe('slugs are unique', () => {
  test.each([...contentTables, 'recruitments', 'categories', 'organizations'])(
    'slugs of %s are unique',
    async (table) => {
      const heading = sql(table === 'categories' || table === 'organizations' ? 'name' : 'title')
      const add = () => sql`insert into ${sql(table)} (${heading}, slug) values ('Twice', 'twice')`
      await add()
      await expect(add()).rejects.toMatchObject({ code: '23505', constraint_name: `${table}_slug_key` })
    },
  )
})

describe('references refer to existing rows', () => {
  const onNotices = { organization_id: 'organizations', category_id: 'categories', recruitment_id: 'recruitments' }
  const references = [
    ...contentTables.flatMap((table) => Object.entries(onNotices).map(([column, to]) => [table, column, to] as const)),
    ['recruitments', 'organization_id', 'organizations'] as const,
    ['categories', 'parent_id', 'categories'] as const,
  ]
  const headings: Record<string, string> = { organizations: 'name', categories: 'name' }

  test.each(references)(
    '%s.%s refers to an existing row of %s, which is not deleted meanwhile',
    async (table, column, target) => {
      const add = (to: string, slug: string, extra: object = {}) =>
        sql`insert into ${sql(to)} ${sql({ [headings[to] ?? 'title']: slug, slug, ...extra })} returning id`
      const name = `${table}-${column}`.replaceAll('_', '-')
      const [referred] = await add(target, `${name}-target`)
      await expect(add(table, `${name}-nowhere`, { [column]: 987_654_321 })).rejects.toMatchObject({ code: '23503' })
      const [row] = await add(table, name, { [column]: referred?.['id'] })
      const remove = () => sql`delete from ${sql(target)} where id = ${referred?.['id']}`
      await expect(remove()).rejects.toMatchObject({ code: '23001' })
      await sql`update ${sql(table)} set ${sql(column)} = null where id = ${row?.['id']}`
      expect((await remove()).count).toBe(1)
    },
  )

  test('profiles.id refers to an account, and the profile is deleted with it', async () => {
    await expect(sql`insert into profiles (id) values (gen_random_uuid())`).rejects.toMatchObject({ code: '23503' })
    const [account] =
      await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.org') returning id`
    await sql`insert into profiles (id) values (${account?.['id']})`
    await sql`delete from auth.users where id = ${account?.['id']}`
    expect(await sql`select id from profiles`).toEqual([])
  })

  test('a category cannot be its own parent', async () => {
    const [row] = await sql`insert into categories (name, slug) values ('Own', 'own') returning id`
    await expect(sql`update categories set parent_id = id where id = ${row?.['id']}`).rejects.toMatchObject({
      code: '23514',
    })
  })
})
