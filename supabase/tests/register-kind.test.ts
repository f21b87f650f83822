import { beforeAll, describe, expect, test } from 'vitest'
import { as, signIn, undone, visitor } from './database-users.ts'
import { describeSchema } from './describe-schema.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const admin = await signIn(sql, 'admin')
const before = await describeSchema(sql)

/** The migration of an eighth kind, as docs/guides/add-a-kind.md describes it. */
await sql.unsafe(`
  create table public.scholarships (
    id bigint generated always as identity primary key,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    title text not null,
    slug text not null unique,
    status text default 'active',
    post_time text,
    posted_at timestamptz not null generated always as (coalesce(rules.moment_of(post_time), created_at)) stored,
    organization_id bigint references public.organizations on delete restrict,
    category_id bigint references public.categories on delete restrict,
    recruitment_id bigint references public.recruitments on delete restrict,
    course_name text,
    amount integer,
    apply_end_date date,
    apply_link text,
    meta_title text,
    meta_description text
  );
  select content.register_kind(
    'scholarships',
    search_fields => '{course_name}',
    card_fields => '{apply_end_date}',
    search_card => '{"apply_end_date": "apply_end_date"}',
    home_status => 'any'
  )`)

/** Calls a function as a visitor. */
async function call(expression: string) {
  const [row] = await as(sql, visitor, (by) => by.unsafe(`select ${expression} as answer`))
  return row?.['answer']
}

/** @returns the lines of the description that only the second kind has, with its name replaced by that of the first */
const linesOf = (lines: readonly string[], table: string) =>
  lines
    .filter((line) => new RegExp(`^(policy|trigger) public\\.${table}\\.`).test(line))
    // Of the trigger that tidies texts, the columns differ.
    .map((line) => line.replaceAll(table, 'TABLE').replace(/(?<=\.tidy .* UPDATE) OF .* ON | rules\.tidy\(.*/g, ' '))

describe('a registered kind', () => {
  let recruitment = 0

  beforeAll(async () => {
    const [row] = await sql`insert into recruitments (title, slug) values ('Merit', 'merit') returning id`
    recruitment = Number(row?.['id'])
    await sql`insert into scholarships (title, slug, course_name, apply_end_date, recruitment_id)
      values ('Merit Scholarship', 'merit-scholarship', 'Zoology', '2026-12-01', ${recruitment})`
    await sql`insert into scholarships (title, slug, status) values ('Hidden Scholarship', 'hidden', 'inactive')`
    await sql`insert into jobs (title, slug, recruitment_id) values ('Merit job', 'merit-job', ${recruitment})`
  })

  test('has the policies and triggers of the other kinds', async () => {
    const now = await describeSchema(sql)
    expect(linesOf(now, 'scholarships')).toEqual(linesOf(now, 'syllabus'))
    expect(linesOf(now, 'scholarships').length).toBeGreaterThan(15)
  })

  test('changes nothing of the other kinds', async () => {
    const now = new Set(await describeSchema(sql))
    const gone = before.filter((line) => !now.has(line)).map((line) => line.split(/[ (]/).slice(0, 3).join(' '))
    expect(gone).toEqual([
      'function published.cards_of smallint,bigint[])',
      'function published.home_sections jsonb)',
      'function search.cards search.hit[])',
      'relation v published.newest_changes',
      'relation v published.notices',
    ])
  })

  test('lets visitors read public rows, and write nothing', async () => {
    expect(await as(sql, visitor, (by) => by`select slug from scholarships`)).toEqual([{ slug: 'merit-scholarship' }])
    await expect(as(sql, visitor, (by) => by`delete from scholarships`)).rejects.toMatchObject({ code: '42501' })
  })

  test('lets admins write every field except the generated ones', async () => {
    const rows = await as(sql, admin, (by) => by`update scholarships set amount = 5, title = 'Changed' returning slug`)
    expect(rows).toHaveLength(2)
    for (const column of ['created_at = now()', 'view_count = 7', 'list_rank = default']) {
      const write = as(sql, admin, (by) => by.unsafe(`update scholarships set ${column}`))
      await expect(write).rejects.toMatchObject({ code: '42501' })
    }
  })

  test.each([
    ['amount', '-1'],
    ['apply_end_date', `'10000-01-01'`],
    ['apply_link', `'ftp://example.org'`],
    ['slug', `'Not a slug'`],
    ['status', `'Inactive'`],
    ['title', `' '`],
  ])('has the column rule of %s', async (column, value) => {
    await expect(sql.unsafe(`update scholarships set ${column} = ${value}`)).rejects.toMatchObject({
      code: '23514',
      constraint_name: `scholarships_${column}_check`,
    })
  })

  test('is on the home page, with its count', async () => {
    const board = await call('home_board()')
    expect(board.scholarships).toMatchObject([{ slug: 'merit-scholarship', apply_end_date: '2026-12-01' }])
    expect(board.counts.scholarships).toBe(1)
  })

  test('has lists and detail pages, and is in the timeline of its recruitment', async () => {
    expect(await call(`list_notices('scholarships')`)).toMatchObject({
      rows: [{ slug: 'merit-scholarship' }],
      more: false,
    })
    expect((await call(`list_notices('scholarships', 'merit')`)).rows).toHaveLength(1)
    expect((await call(`notice_with_siblings('scholarships', 'merit-scholarship')`)).siblings).toMatchObject([
      { table: 'jobs', slug: 'merit-job' },
    ])
    expect((await call(`recruitment_page('merit')`)).notices).toContainEqual(
      expect.objectContaining({ table: 'scholarships', dates: { apply_end_date: '2026-12-01' } }),
    )
  })

  test('begins its list with what is featured', async () => {
    const first = await undone(sql, async (by) => {
      await by`insert into scholarships (title, slug, is_featured, post_time) values ('Old', 'old', true, '2020-01-01')`
      const [row] = await by`select list_notices('scholarships') as list, home_board() as board`
      return [row?.['list'].rows[0].slug, row?.['board'].scholarships[0].slug]
    })
    expect(first).toEqual(['old', 'old'])
  })

  test('counts its page views', async () => {
    const views = await undone(sql, async (by) => {
      for (const page of ['/scholarships/merit-scholarship', '/scholarship/merit-scholarship'])
        await by`insert into analytics_events (event_type, page) values ('page_view', ${page})`
      await by`select rules.count_page_views(10)`
      return by`select view_count from scholarships where slug = 'merit-scholarship'`
    })
    expect(views).toEqual([{ view_count: '2' }])
  })

  test.each(['merit scholarship', 'zoology'])('is found by the search: %s', async (text) => {
    const found = await call(`search_notices('${text}')`)
    expect(found.categorizedResults.scholarships).toMatchObject([{ apply_end_date: '2026-12-01' }])
    expect(found.counts.scholarships).toBe(1)
  })

  test('is in suggestions and among the newest notices, unless it is hidden', async () => {
    expect((await call(`search_notices('hidden')`)).totalFound).toBe(0)
    expect(await call(`search_suggestions('merit sch')`)).toEqual([
      { text: 'Merit Scholarship', category: 'scholarships' },
    ])
    expect(await call('trending_notices()')).toContainEqual(expect.objectContaining({ category: 'scholarships' }))
  })

  test('is in the sitemap, in feeds and in calendars', async () => {
    const sitemap = await call('sitemap()')
    expect(sitemap.entries.scholarships).toEqual([['merit-scholarship', expect.any(String)]])
    expect(sitemap.changes.scholarships).toEqual(expect.any(String))
    expect(await call(`newest_notices('scholarships')`)).toMatchObject([{ table: 'scholarships' }])
    expect(await call('newest_notices()')).toContainEqual(expect.objectContaining({ table: 'scholarships' }))
    expect((await call(`calendar_notices('recruitments', 'merit')`)).notices).toHaveLength(2)
  })

  test('is counted and listed for admins', async () => {
    const [row] = await as(
      sql,
      admin,
      (by) => by`select admin_counts() as counts,
      admin_search('scholarships', 'hidden') as found`,
    )
    expect(row).toMatchObject({ counts: { scholarships: 2 }, found: [{ slug: 'hidden' }] })
  })

  test('writes its changes into the outbox', async () => {
    await sql`delete from outbox.changes`
    await sql`update scholarships set amount = 7 where slug = 'merit-scholarship'`
    expect(await sql`select table_name, kind, previous from outbox.changes`).toEqual([
      { table_name: 'scholarships', kind: 'UPDATE', previous: expect.objectContaining({ amount: null }) },
    ])
  })

  test('remembers old addresses', async () => {
    await sql`update scholarships set slug = 'moved-away' where slug = 'hidden'`
    await sql`update scholarships set status = 'active' where slug = 'moved-away'`
    expect(await call(`notice_with_siblings('scholarships', 'hidden')`)).toEqual({ moved_to: 'moved-away' })
    await sql`delete from scholarships where slug = 'moved-away'`
    expect(await call(`notice_with_siblings('scholarships', 'moved-away')`)).toEqual({ gone: true })
  })

  test('keeps files that its rows refer to', async () => {
    await sql`insert into storage.objects (bucket_id, name) values ('notices', 'used.pdf'), ('notices', 'unused.pdf')`
    await sql`update scholarships set apply_link = 'https://a.example/storage/v1/object/public/notices/used.pdf'`
    expect(await sql`select rules.unused_files('0') as name`).toEqual([{ name: 'unused.pdf' }])
  })
})

describe('a second registration', () => {
  test('changes nothing when nothing is new', async () => {
    const once = await describeSchema(sql)
    const kinds = await sql`select * from content.kinds order by name`
    await sql`select content.register_kind('scholarships')`
    expect(await describeSchema(sql)).toEqual(once)
    expect(await sql`select * from content.kinds order by name`).toEqual(kinds)
  })

  test('gives a column that was added later its rule, its grants, and a place on cards, in the search and in timelines', async () => {
    await sql`alter table scholarships add column sponsor text, add column form_url text, add column exam_on date`
    await sql`insert into scholarships (title, slug, sponsor) values ('A sponsored one', 'sponsored', 'Ratan Foundation')`
    await sql`select content.register_kind('scholarships', search_fields => '{course_name,sponsor}',
      card_fields => '{apply_end_date,sponsor}')`
    await sql`update scholarships set exam_on = '2027-01-31' where slug = 'merit-scholarship'`
    expect((await call(`recruitment_page('merit')`)).notices).toContainEqual(
      expect.objectContaining({ dates: expect.objectContaining({ exam_on: '2027-01-31' }) }),
    )
    await expect(sql`update scholarships set form_url = 'no link'`).rejects.toMatchObject({
      constraint_name: 'scholarships_form_url_check',
    })
    expect(
      await as(sql, admin, (by) => by`update scholarships set form_url = null where slug = 'sponsored' returning slug`),
    ).toHaveLength(1)
    expect((await call('home_board()')).scholarships).toContainEqual(
      expect.objectContaining({ sponsor: 'Ratan Foundation' }),
    )
    expect((await call(`search_notices('ratan foundation')`)).counts.scholarships).toBe(1)
  })
})
