import { describe, expect, test } from 'vitest'
import { columnsWhere, contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

const slugged = [...contentTables, 'recruitments', 'categories', 'organizations']
const headingOf = (table: string) => (table === 'categories' || table === 'organizations' ? 'name' : 'title')
let rows = 0

/** @returns the stored value after a row with this value was inserted */
async function store(table: string, column: string, value: unknown): Promise<unknown> {
  const required = slugged.includes(table) ? { [headingOf(table)]: 'A row', slug: `row-${++rows}` } : {}
  const [row] = await sql`insert into ${sql(table)} ${sql({ ...required, [column]: value })} returning *`
  return row?.[column]
}

/** @returns each value with 'stored', or with the constraint or the SQLSTATE of the error */
async function outcomes<T>(values: readonly T[], write: (value: T) => Promise<unknown>): Promise<[T, string][]> {
  const found: [T, string][] = []
  for (const value of values) {
    const outcome = await write(value).then(() => 'stored', constraintOf)
    found.push([value, outcome])
  }
  return found
}

function constraintOf(error: { constraint_name?: string; code?: string }): string {
  return error.constraint_name ?? error.code ?? 'failed'
}

const all = <T>(values: readonly T[], outcome: string) => values.map((value) => [value, outcome])

const links = columnsWhere((column, type) => type === 'text' && /_(link|url)$|^official_website$/.test(column))
const dates = columnsWhere((_column, type) => type === 'date')
const isNumber = (type: string) => type === 'integer' || type === 'bigint' || type === 'numeric'
const numbers = columnsWhere((column, type) => isNumber(type) && !/^id$|_id$/.test(column))
const amounts = columnsWhere((_column, type) => type === 'numeric')

test('the contract names 25 links, 40 dates, 26 numbers and 6 amounts among them', () => {
  expect([links.length, dates.length, numbers.length, amounts.length]).toEqual([25, 40, 26, 6])
})

describe('link columns accept absolute http(s) addresses only', () => {
  const accepted = [
    'https://ssc.gov.in',
    'HTTP://ssc.gov.in/',
    'https://ssc.gov.in:8443/a%20b?roll=1&x=(2)#top',
    'https://यूपी.भारत/परिणाम',
  ]
  const rejected = [
    '',
    ' ',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' https://ssc.gov.in',
    'https://ssc.gov.in ',
    'https://ssc.gov.in/a b',
    'https://ssc.gov.in/\nx',
    'https://',
    'https:///path',
    'https:ssc.gov.in',
    'https:\\\\evil.example',
    'https://ssc.gov.in\\@evil.example',
    'https://ssc.gov.in@evil.example',
    'https://user:password@evil.example',
    'https://ssc.gov.in/"onclick="x',
    'https://ssc.gov.in/<script>',
    '//evil.example',
    '\\\\evil.example',
    '/jobs',
    'ssc.gov.in',
    'ftp://ssc.gov.in',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b.in',
    'file:///etc/passwd',
    'blob:https://ssc.gov.in/x',
    'x\nhttps://ssc.gov.in',
    'https://ssc.gov.in\u0001',
    `https://ssc.gov.in/${'x'.repeat(2_040)}`,
  ]

  test.each(links)('%s.%s accepts absolute http(s) addresses only', async (table, column) => {
    for (const link of accepted) expect(await store(table, column, link)).toBe(link)
    expect(await outcomes(rejected, (link) => store(table, column, link))).toEqual(
      all(rejected, `${table}_${column}_check`),
    )
    expect(await store(table, column, null)).toBe(null)
  })
})

describe('date columns accept calendar days only', () => {
  test.each(dates)('%s.%s accepts calendar days only', async (table, column) => {
    const [row] = await sql`
      insert into ${sql(table)} (title, slug, ${sql(column)}) values ('A row', ${`row-${++rows}`}, '2028-02-29')
      returning ${sql(column)}::text as day`
    expect(row).toEqual({ day: '2028-02-29' })
    const write = (day: string) =>
      sql.unsafe(`insert into ${table} (title, slug, ${column}) values ('A row', 'wrong', '${day}')`)
    const beyond = ['2026-02-29', '2026-02-31', '2026-13-01']
    expect(await outcomes(beyond, write)).toEqual(all(beyond, '22008'))
    const farDays = ['infinity', '-infinity', '10000-01-01', '2200-01-01', '1899-12-31', '0044-03-15 BC']
    expect(await outcomes(farDays, write)).toEqual(all(farDays, `${table}_${column}_check`))
    const noDays = ['To be announced', '']
    expect(await outcomes(noDays, write)).toEqual(all(noDays, '22007'))
    expect(await store(table, column, null)).toBe(null)
  })
})

describe('number columns reject negative numbers', () => {
  test.each(numbers)('%s.%s rejects negative numbers', async (table, column) => {
    expect(Number(await store(table, column, 0))).toBe(0)
    expect(Number(await store(table, column, 45_284))).toBe(45_284)
    await expect(store(table, column, -1)).rejects.toMatchObject({
      code: '23514',
      constraint_name: `${table}_${column}_check`,
    })
  })
})

describe('amounts have paise', () => {
  test.each(amounts)('%s.%s stores amounts with paise, up to the largest one of before', async (table, column) => {
    expect(await store(table, column, '250.50')).toBe('250.50')
    expect(await store(table, column, 2_147_483_647)).toBe('2147483647.00')
    await expect(store(table, column, '-0.01')).rejects.toMatchObject({ constraint_name: `${table}_${column}_check` })
    await expect(store(table, column, 'NaN')).rejects.toMatchObject({ constraint_name: `${table}_${column}_check` })
  })
})

describe('slug columns accept lower-case words joined by hyphens', () => {
  const accepted = ['a', '7', 'ssc-cgl-2026', 'a--b', 'x'.repeat(100)]
  const rejected = [
    '',
    ' ',
    '-a',
    'a-',
    '-',
    'A',
    'a_b',
    'a b',
    'a/b',
    'a.b',
    'a%20b',
    'ä',
    'नौकरी',
    'a\n',
    'x'.repeat(101),
  ]

  test.each(slugged)('the slug of %s accepts lower-case words joined by hyphens only', async (table) => {
    const write = (slug: string) =>
      sql`insert into ${sql(table)} ${sql({ [headingOf(table)]: 'A row', slug })} returning slug`
    for (const slug of accepted) expect(await write(slug)).toEqual([{ slug }])
    expect(await outcomes(rejected, write)).toEqual(all(rejected, `${table}_slug_check`))
  })
})

describe('titles and names are not blank', () => {
  test.each(slugged)('the title or name of %s is not blank and at maxLengths 500 characters long', async (table) => {
    for (const heading of ['', ' ', '\t\n', 'x'.repeat(501)]) {
      const write = sql`insert into ${sql(table)} ${sql({ [headingOf(table)]: heading, slug: 'heading' })}`
      await expect(write).rejects.toMatchObject({ code: '23514' })
    }
    expect(await store(table, headingOf(table), 'भारतीय रेल 🚆')).toBe('भारतीय रेल 🚆')
  })
})

describe('only the exact word inactive hides a notice, so similar words are rejected', () => {
  const accepted = ['active', 'inactive', 'published', 'Start', 'Date Extend', 'Out', 'Soon', null]
  const rejected = [
    'Inactive',
    'INACTIVE',
    ' inactive',
    'inactive ',
    'inactive\n',
    '\tinactive',
    'inactive\u00a0',
    'x'.repeat(41),
  ]

  test.each(contentTables)('the status of %s rejects words similar to inactive', async (table) => {
    expect(await outcomes(accepted, (status) => store(table, 'status', status))).toEqual(all(accepted, 'stored'))
    expect(await outcomes(rejected, (status) => store(table, 'status', status))).toEqual(
      all(rejected, `${table}_status_check`),
    )
  })
})

describe('text columns have a maximum length', () => {
  const maxLengths: Record<string, number> = {
    exam_name: 2_000,
    meta_description: 2_000,
    post_name: 100_000,
    content: 100_000,
  }
  const bounded = columnsWhere((column) => column in maxLengths)

  test.each(bounded)('%s.%s has a maximum length', async (table, column) => {
    const length = maxLengths[column] ?? 0
    expect(await store(table, column, 'य'.repeat(length))).toHaveLength(length)
    await expect(store(table, column, 'य'.repeat(length + 1))).rejects.toMatchObject({ code: '23514' })
  })
})

test('jobs.selection_process returns a list or a comma-separated text as it was written', async () => {
  for (const value of [['Written examination', 'Interview'], 'Written examination, Interview', null]) {
    const [row] = await sql`insert into jobs (title, slug, selection_process)
      values ('A row', ${`row-${++rows}`}, ${JSON.stringify(value)}::text::jsonb) returning selection_process`
    expect(row?.['selection_process']).toEqual(value)
  }
})

describe('rows that visitors insert', () => {
  const email = {
    accepted: ['a@b.in', 'first.last+tag@sub.example.co.in', 'परीक्षा@उदाहरण.भारत', `${'x'.repeat(245)}@mail.in`],
    rejected: [
      '',
      'a',
      'a@',
      '@b.in',
      'a@b',
      'a@b.c',
      'a b@c.in',
      'a@b.in\r\nBcc: x@y.in',
      '<a@b.in>',
      'a@b@c.in',
      'a@b.in,c@d.in',
      `${'x'.repeat(248)}@mail.in`,
    ],
  }
  test('newsletter_subscribers accepts a valid e-mail address once, in any case of letters', async () => {
    for (const address of email.accepted) expect(await store('newsletter_subscribers', 'email', address)).toBe(address)
    expect(await outcomes(email.rejected, (address) => store('newsletter_subscribers', 'email', address))).toEqual(
      all(email.rejected, 'newsletter_subscribers_email_check'),
    )
    await expect(store('newsletter_subscribers', 'email', 'A@B.IN')).rejects.toMatchObject({ code: '23505' })
  })

  const view = { event_type: 'page_view', page: '/jobs', user_agent: 'Mozilla/5.0' }
  const count = (event: object) =>
    sql`insert into analytics_events ${sql(event)} returning event_type, page, user_agent`

  test('analytics_events accepts a page view of a public path without query, and no path of the admin', async () => {
    const pages = ['/', '/jobs/ssc-cgl', '/administration', '/jobs/भर्ती']
    expect(await outcomes(pages, (page) => count({ ...view, page }))).toEqual(all(pages, 'stored'))
    const others = [
      '',
      'jobs',
      '/search?q=name',
      '/jobs#top',
      '/admin',
      '/admin/jobs',
      '/admin-login',
      '/a\nb',
      `/${'x'.repeat(512)}`,
    ]
    expect(await outcomes(others, (page) => count({ ...view, page }))).toEqual(
      all(others, 'analytics_events_page_check'),
    )
    await expect(count({ ...view, event_type: 'click' })).rejects.toMatchObject({ code: '23514' })
    expect(await count({ ...view, user_agent: 'x'.repeat(1_000_000) })).toMatchObject([{ user_agent: 'x'.repeat(256) }])
  })

  const subscription = { endpoint: 'https://fcm.googleapis.com/x', p256dh: 'key', auth: 'secret' }
  const subscribe = (extra: object) =>
    sql`insert into push_subscriptions ${sql({ ...subscription, ...extra })} returning *`

  test('push_subscriptions has default preferences and never stores an IP address', async () => {
    expect(await subscribe({})).toMatchObject([
      {
        preferences: { newJobs: true, results: true, admitCards: true, answerKeys: true, generalUpdates: false },
        ipAddress: null,
        is_active: true,
      },
    ])
    await expect(subscribe({})).rejects.toMatchObject({ code: '23505' })
    for (const wrong of [
      { endpoint: 'http://fcm.googleapis.com/x' },
      { ipAddress: '10.0.0.1' },
      { preferences: sql.json([]) },
    ]) {
      await expect(subscribe({ endpoint: 'https://fcm.googleapis.com/y', ...wrong })).rejects.toMatchObject({
        code: '23514',
      })
    }
  })
})
