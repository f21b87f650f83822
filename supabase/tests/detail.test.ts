import { describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { addDays } from '#domain/dates.ts'
import { as, signIn, undone, visitor } from './database-users.ts'
import type postgres from 'postgres'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('sample')
const staff = await signIn(sql, 'admin')

async function read(by: postgres.ISql, table: string, slug: string) {
  const [row] = await by`select notice_with_siblings(${table}, ${slug}) as detail`
  return row?.['detail']
}
const show = (table: string, slug: string, person = visitor) => as(sql, person, (by) => read(by, table, slug))

describe('detail page in one query', () => {
  test.each(CONTENT_KINDS)(
    'notice_with_siblings returns every field, the organization and the category of a notice of $table',
    async ({ table }) => {
      const stored = await sql<{ slug: string; row: object; organization: object; category: object }[]>`
      select notice.slug, to_jsonb(notice) as row,
        (select jsonb_build_object('name', name, 'slug', slug, 'website_url', website_url, 'logo_url', logo_url)
           from organizations where id = organization_id) as organization,
        (select jsonb_build_object('name', name, 'slug', slug) from categories where id = category_id) as category
      from ${sql(table)} as notice where status is distinct from 'inactive' order by id limit 5`
      for (const { slug, row, organization, category } of stored) {
        expect((await show(table, slug)).notice).toEqual({ ...row, organization, category })
      }
      expect(stored).toHaveLength(5)
    },
  )
})

test.each(CONTENT_KINDS.filter(({ dates }) => dates.length > 0))(
  'the timeline of a recruitment has every date that its $plural and its calendar show',
  async ({ table, dates, application }) => {
    const shown = new Set([
      ...dates.flatMap(({ fields }) => fields),
      ...(application?.start ?? []),
      ...(application?.end ?? []),
    ])
    const columns = await sql<{ name: string }[]>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name in ${sql([...shown])}`
    const days = Object.fromEntries(columns.map(({ name }, index) => [name, addDays('2026-01-31', index)]))
    await undone(sql, async (by) => {
      const [recruitment] = await by`insert into recruitments (title, slug) values ('Dated', 'dated') returning id`
      await by`insert into ${by(table)} ${by({ title: 'Dated', slug: 'dated', recruitment_id: recruitment?.['id'], ...days })}`
      const [row] =
        await by`select recruitment_page('dated') as page, published.siblings(${recruitment?.['id']}, '', 0)`
      expect(row?.['page'].notices).toMatchObject([{ slug: 'dated', dates: days }])
      expect(row?.['siblings']).toMatchObject([{ slug: 'dated', dates: days }])
    })
  },
)

describe('siblings of a notice', async () => {
  const [busiest] = await sql`
    select recruitment_id as id, recruitments.slug, recruitments.title, count(*)::int as count from (
      ${CONTENT_KINDS.map(({ table }) => sql`select recruitment_id from ${sql(table)} where status is distinct from 'inactive'`).reduce((all, one) => sql`${all} union all ${one}`)}
    ) as notices join recruitments on recruitments.id = recruitment_id group by 1, 2, 3 order by 4 desc limit 1`
  const [job] = await sql`select id, slug from jobs where recruitment_id = ${busiest?.['id']}`
  const slug = String(job?.['slug'])

  test('siblings are the other notices of the recruitment, newest first, with their dates', async () => {
    const { siblings, recruitment } = await show('jobs', slug)
    expect(recruitment).toEqual({ slug: busiest?.['slug'], title: busiest?.['title'] })
    expect(siblings).toHaveLength(Number(busiest?.['count']) - 1)
    expect(siblings.length).toBeGreaterThan(2)
    const order = siblings.map(({ posted_at }: { posted_at: string }) => Date.parse(posted_at))
    expect(order).toEqual(order.toSorted((a: number, b: number) => b - a))
    for (const sibling of siblings) {
      const { notice } = await show(sibling.table, sibling.slug)
      const { title, status } = notice
      expect(sibling).toMatchObject({ title, status, posted_at: notice.posted_at })
      for (const [field, day] of Object.entries(sibling.dates)) expect(day).toBe(notice[field])
    }
  })

  test('siblings leave out hidden notices', async () => {
    await undone(sql, async (by) => {
      for (const { table } of CONTENT_KINDS) await by`update ${by(table)} set status = 'inactive' where slug <> ${slug}`
      expect((await read(by, 'jobs', slug)).siblings).toEqual([])
    })
  })

  test('siblings are empty for a notice without a recruitment', async () => {
    await undone(sql, async (by) => {
      await by`update jobs set recruitment_id = null`
      expect(await read(by, 'jobs', slug)).toMatchObject({ siblings: [], recruitment: null })
    })
  })
})

test('a hidden notice is visible to staff and unknown to everyone else', async () => {
  const [hidden] = await sql`select slug from jobs where status = 'inactive'`
  const slug = String(hidden?.['slug'])
  expect(await show('jobs', slug)).toEqual({})
  expect(await show('jobs', slug, await signIn(sql, 'user'))).toEqual({})
  expect((await show('jobs', slug, staff)).notice).toMatchObject({ slug, status: 'inactive' })
})

test('the detail page does not name an inactive organization', async () => {
  const [row] =
    await sql`select slug, organization_id from jobs where organization_id is not null and status = 'active' limit 1`
  await undone(sql, async (by) => {
    await by`update organizations set is_active = false where id = ${row?.['organization_id']}`
    await by`set local role anon`
    expect((await read(by, 'jobs', String(row?.['slug']))).notice.organization).toBe(null)
  })
})

test.each(["x' or true --", '%', '*', '', 'a/b', '\\', 'अ'])(
  'notice_with_siblings finds nothing for the slug %j',
  async (slug) => {
    expect(await show('jobs', slug)).toEqual({})
  },
)
