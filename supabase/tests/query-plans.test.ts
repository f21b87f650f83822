import postgres from 'postgres'
import { afterAll, describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { become, signIn, undone, visitor, type Person } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql, url } = await makeDatabase('migrated')
const staff = await signIn(sql, 'admin')
const rows = 6_000

await sql.begin(async (transaction) => {
  await transaction`set local session_replication_role = replica` // without triggers: they have their own tests
  await transaction`insert into organizations (name, slug) select 'Organization ' || number, 'organization-' || number from generate_series(1, 300) as number`
  await transaction`insert into categories (name, slug, parent_id) select 'Category ' || number, 'category-' || number, nullif(number / 10, 0) from generate_series(1, 300) as number`
  await transaction`insert into recruitments (title, slug, organization_id) select 'Recruitment', 'recruitment-' || number, 1 + number % 300 from generate_series(1, 2000) as number`
  await transaction`insert into slug_history (content_table, old_slug, record_id) select 'jobs', 'old-' || number, number from generate_series(1, 3000) as number`
  for (const { table } of CONTENT_KINDS) {
    await transaction`
      insert into ${transaction(table)} (title, slug, status, created_at, organization_id, category_id, recruitment_id)
      select 'Notice ' || md5(number::text), 'notice-' || number,
             case when number % 200 = 0 then 'Start' when number % 20 = 0 then 'inactive' else 'active' end,
             timestamptz '2026-01-01' + number * interval '1 minute', 1 + number % 300, 1 + number % 300, 1 + number % 2000
        from generate_series(1, ${rows}) as number`
  }
  await transaction`insert into corrections (content_table, record_id, field, old_value, new_value, corrected_at)
    select 'jobs', number, 'exam_date', '2026-01-01', nullif(number % 50, 0)::text, now() - number * interval '2 hours' from generate_series(1, ${rows}) as number`
  await transaction`update jobs set is_quick_link = id % 300 = 0, apply_end_date = date '2026-01-01' + (id / 20)::int`
})
await sql`select search.rebuild()`
await sql`select content.rebuild_days(kinds) from content.kinds`
await sql`vacuum analyze`

/** Collects the plans of all statements, those inside functions too. */
let plans: string[] = []
const planned = postgres(url, { max: 1, onnotice: ({ message }) => plans.push(message ?? '') })
afterAll(() => planned.end())
await planned.unsafe(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
  set auto_explain.log_level = notice; set jit = off`)

async function planOf(person: Person, statement: string): Promise<string> {
  return undone(planned, async (by) => {
    await become(by, person)
    plans = []
    await by.unsafe(statement)
    return plans.join('\n')
  })
}

const DATES = JSON.stringify([{ table: 'jobs', label: 'Last date', fields: ['apply_end_date'] }])

const wholeTable = new RegExp(
  `Seq Scan on (${[...CONTENT_KINDS.map((kind) => kind.table), 'organizations', 'categories', 'recruitments', 'slug_history', 'days', 'corrections'].join('|')})\\b`,
)

describe.each(CONTENT_KINDS)(
  'query plans: searches of $table use an index and never read a whole table',
  ({ table }) => {
    const list = (more = '') => `select list_notices('${table}'${more})`
    const rows = (more: string) => `select * from ${table} ${more} limit 25`

    test.each([
      ['the list', 'entries_list_idx', visitor, list()],
      ['its next page', 'entries_list_idx', visitor, list(`, after_posted_at => '2026-01-02', after_id => 5`)],
      [
        'the next page after a featured notice',
        'entries_list_idx',
        visitor,
        list(`, after_posted_at => '2026-01-02', after_id => 5, after_rank => 4294967296`),
      ],
      ['the list of one status', 'status_list_idx', visitor, list(`, only_status => 'Start'`)],
      [
        'the next page of one status',
        'status(_list)?_idx',
        visitor,
        list(`, only_status => 'Start', after_posted_at => '2026-01-04', after_id => 5000`),
      ],
      ['a text that many have', 'entries_list_idx', visitor, list(`, search => 'notice'`)],
      ['a text', 'entries_keys_idx', visitor, list(`, search => '9f14025af0'`)],
      ['a detail page', 'slug_key', visitor, `select notice_with_siblings('${table}', 'notice-7')`],
      ['a sibling', 'recruitment_id_idx', visitor, `select notice_with_siblings('results', 'notice-7')`],
      ['the home page', 'updated_at_idx', visitor, 'select home_board()'],
      ['the list through PostgREST', 'posted_at_idx', visitor, rows('order by posted_at desc')],
      [
        'the list of one status through PostgREST',
        'status_idx',
        visitor,
        rows(`where status = 'Start' order by posted_at desc`),
      ],
      ['the list of the admin', 'posted_at_idx', staff, rows('order by posted_at desc, id desc')],
      [
        'notices of an organization',
        'organization_id_idx',
        visitor,
        rows('where organization_id = 7 order by posted_at desc'),
      ],
      ['notices of a category', 'category_id_idx', visitor, rows('where category_id = 7 order by posted_at desc')],
      ['what changed last', 'updated_at_idx', visitor, rows('order by updated_at desc')],
      ['its feed', 'posted_at_idx', visitor, `select newest_notices('${table}')`],
      ['the feed of everything', 'posted_at_idx', visitor, 'select newest_notices()'],
      ['a calendar', 'slug_key', visitor, `select calendar_notices('${table}', 'notice-7')`],
      [
        'the calendar of a recruitment',
        'recruitment_id_idx',
        visitor,
        `select calendar_notices('recruitments', 'recruitment-7')`,
      ],
      ['times of the lists in the sitemap', 'updated_at_idx', visitor, 'select sitemap_changes()'],
      ['parts of a large sitemap', 'changes_idx', visitor, `select published.sitemap_parts('${table}')`],
      ['a free slug', 'slug_key', staff, rows(`where slug = 'notice-7' and id <> 3`)],
    ])('query plan of %s uses the index %s', async (_what, index, person, statement) => {
      const plan = await planOf(person, statement)
      expect(plan).toMatch(new RegExp(index.startsWith('entries') ? index : ` ${table}_${index}\\b`))
      expect(plan).not.toMatch(wholeTable)
      const isInOrder = statement.includes('list_notices') && index !== 'entries_keys_idx'
      expect(isInOrder && /Sort Key: .*list_rank/.test(plan), 'the index has the order').toBe(false)
    })
  },
)

describe.each(CONTENT_KINDS)('query plans: the admin searches $table without reading the whole table', ({ table }) => {
  test.each([
    ['a search for a rare text', 'title_idx', `select admin_search('${table}', '9f14025af0')`],
    ['a search for a common text', 'posted_at_idx', `select admin_search('${table}', 'notice')`],
    ['a search for an organization', 'organization_id_idx', `select admin_search('${table}', '177 organization')`],
    ['a count of a search', 'title_idx', `select admin_count('${table}', '9f14025af0')`],
  ])('query plan of %s uses the index %s', async (_what, index, statement) => {
    const plan = await planOf(staff, statement)
    expect(plan).toContain(` ${table}_${index}`)
    expect(plan).not.toContain(`Seq Scan on ${table} `)
  })
})

describe('query plans: other searches use an index and never read a whole table', () => {
  test.each([
    ['sections of the home page', 'results_list_idx', visitor, 'select home_board()'],
    ['the section of one status on the home page', 'jobs_status_list_idx', visitor, 'select home_board()'],
    ['quick links', 'jobs_quick_link_idx', visitor, 'select home_board()'],
    [
      'quick links through PostgREST',
      'jobs_quick_link_idx',
      visitor,
      'select title, slug from jobs where is_quick_link = true order by created_at desc limit 9',
    ],
    ['jobs that close today', 'jobs_apply_end_date_idx', visitor, `select home_board(today => '2026-03-01')`],
    [
      'a month of the calendar',
      'days_day_idx',
      visitor,
      `select calendar_days('2026-03-01', '2026-03-31', '${DATES}')`,
    ],
    ['the titles in it', 'jobs_pkey', visitor, `select calendar_days('2026-03-01', '2026-03-31', '${DATES}')`],
    [
      'the calendar to which one subscribes',
      'days_day_idx',
      visitor,
      `select calendar_events('2026-03-01', '2026-03-08', '2027-03-08', '${DATES}')`,
    ],
    ['old addresses', 'slug_history_pkey', visitor, `select notice_with_siblings('jobs', 'old-7')`],
    [
      'organizations',
      'organizations_created_at_idx',
      staff,
      'select * from organizations order by created_at desc limit 25',
    ],
    ['categories', 'categories_created_at_idx', staff, 'select * from categories order by created_at desc limit 25'],
    [
      'recruitments',
      'recruitments_created_at_idx',
      staff,
      'select * from recruitments order by created_at desc limit 25',
    ],
    ['categories below another', 'categories_parent_id_idx', visitor, 'select * from categories where parent_id = 7'],
    [
      'recruitments of an organization',
      'recruitments_organization_id_idx',
      visitor,
      'select * from recruitments where organization_id = 7',
    ],
  ])('query plan of %s uses the index %s', async (_what, index, person, statement) => {
    const plan = await planOf(person, statement)
    expect(plan).toContain(` ${index}`)
    expect(plan).not.toMatch(wholeTable)
  })
})

test.each([
  ['many', 'f0'],
  ['some', 'notice ab'],
  ['hardly any but many notices', 'notice a'],
])(
  'query plan of a text that %s different terms have: no notice is compared with every one of them',
  async (_, text) => {
    const plan = await planOf(visitor, `select filtered_list('jobs', '{"application": "open"}', '${text}', 'newest')`)
    expect(plan).toContain('published.joined')
    expect(plan).not.toMatch(/&& '\{[^}]*,/)
  },
)

const times = (plan: string, part: string) => plan.split(part).length - 1

test('query plan of the calendar to which one subscribes: corrections are read once for each kind', async () => {
  const wanted = CONTENT_KINDS.map(({ table }) => ({ table, label: 'Exam date', fields: ['apply_end_date'] }))
  const plan = await planOf(
    visitor,
    `select calendar_events('2026-03-01', '2026-03-08', '2027-03-08', '${JSON.stringify(wanted)}')`,
  )
  const reads = times(plan, 'Query Text: select notice.id, listed.corrections')
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThanOrEqual(CONTENT_KINDS.length)
})

test('query plan of a feed: what was corrected lately does not ask of each correction whether its notice is public', async () => {
  const plan = await planOf(visitor, 'select corrected_notices()')
  expect(plan).toContain('Scan using corrections_corrected_at_idx')
  expect(plan).not.toContain('is_public')
  expect(plan).not.toMatch(wholeTable)
})

test('query plan of dead links: links are read once, and of notices only the columns with links', async () => {
  const plan = await planOf(staff, 'select dead_link_count()')
  expect(times(plan, ' Scan on uses')).toBe(1)
  expect(plan).not.toContain('to_jsonb')
})

test('a plan that reads a whole table is recognized', async () => {
  expect(await planOf(visitor, `select * from jobs where meta_title = 'nothing'`)).toMatch(wholeTable)
})
