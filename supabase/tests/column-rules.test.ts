import { describe, expect, test } from 'vitest'
import { columnsWhere, contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

const slugged = [...contentTables, 'recruitments', 'categories', 'organizations']
const headingOf = (table: string) => (table === 'categories' || table === 'organizations' ? 'name' : 'title')
let rows = 0

/** What is stored when a row of a table is written with one value. */
async function store(table: string, column: string, value: unknown): Promise<unknown> {
  const required = slugged.includes(table) ? { [headingOf(table)]: 'A row', slug: `row-${++rows}` } : {}
  const [row] = await sql`insert into ${sql(table)} ${sql({ ...required, [column]: value })} returning *`
  return row?.[column]
}

/** What became of each value: 'stored', or the rule or the code of the refusal. */
async function outcomes<T>(values: readonly T[], write: (value: T) => Promise<unknown>): Promise<[T, string][]> {
  const found: [T, string][] = []
  for (const value of values) {
    const outcome = await write(value).then(() => 'stored', refusalOf)
    found.push([value, outcome])
  }
  return found
}

function refusalOf(error: { constraint_name?: string; code?: string }): string {
  return error.constraint_name ?? error.code ?? 'failed'
}

const all = <T>(values: readonly T[], outcome: string) => values.map((value) => [value, outcome])

const links = columnsWhere((column, type) => type === 'text' && /_(link|url)$|^official_website$/.test(column))
const dates = columnsWhere((_column, type) => type === 'date')
const numbers = columnsWhere((column, type) => (type === 'integer' || type === 'bigint') && !/^id$|_id$/.test(column))

test('there are as many links, dates and numbers as the specification names', () => {
  expect([links.length, dates.length, numbers.length]).toEqual([25, 39, 23])
})

describe('links are absolute http(s) addresses', () => {
  const accepted = [
    'https://ssc.gov.in',
    'HTTP://ssc.gov.in/',
    'https://ssc.gov.in:8443/a%20b?roll=1&x=(2)#top',
    'https://यूपी.भारत/परिणाम',
  ]
  const refused = [
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

  test.each(links)('%s.%s', async (table, column) => {
    for (const link of accepted) expect(await store(table, column, link)).toBe(link)
    expect(await outcomes(refused, (link) => store(table, column, link))).toEqual(
      all(refused, `${table}_${column}_check`),
    )
    expect(await store(table, column, null)).toBe(null)
  })
})

describe('dates are days of the calendar', () => {
  test.each(dates)('%s.%s', async (table, column) => {
    const [row] = await sql`
      insert into ${sql(table)} (title, slug, ${sql(column)}) values ('A row', ${`row-${++rows}`}, '2028-02-29')
      returning ${sql(column)}::text as day`
    expect(row).toEqual({ day: '2028-02-29' })
    const write = (day: string) =>
      sql.unsafe(`insert into ${table} (title, slug, ${column}) values ('A row', 'wrong', '${day}')`)
    const beyond = ['2026-02-29', '2026-02-31', '2026-13-01']
    expect(await outcomes(beyond, write)).toEqual(all(beyond, '22008'))
    const noDays = ['To be announced', '']
    expect(await outcomes(noDays, write)).toEqual(all(noDays, '22007'))
    expect(await store(table, column, null)).toBe(null)
  })
})

describe('numbers are not negative', () => {
  test.each(numbers)('%s.%s', async (table, column) => {
    expect(Number(await store(table, column, 0))).toBe(0)
    expect(Number(await store(table, column, 45_284))).toBe(45_284)
    await expect(store(table, column, -1)).rejects.toMatchObject({
      code: '23514',
      constraint_name: `${table}_${column}_check`,
    })
  })
})

describe('slugs are lower-case words joined by hyphens', () => {
  const accepted = ['a', '7', 'ssc-cgl-2026', 'a--b', 'x'.repeat(100)]
  const refused = [
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

  test.each(slugged)('%s', async (table) => {
    const write = (slug: string) =>
      sql`insert into ${sql(table)} ${sql({ [headingOf(table)]: 'A row', slug })} returning slug`
    for (const slug of accepted) expect(await write(slug)).toEqual([{ slug }])
    expect(await outcomes(refused, write)).toEqual(all(refused, `${table}_slug_check`))
  })
})

describe('a heading says something', () => {
  test.each(slugged)('%s', async (table) => {
    for (const heading of ['', ' ', '\t\n', 'x'.repeat(501)]) {
      const write = sql`insert into ${sql(table)} ${sql({ [headingOf(table)]: heading, slug: 'heading' })}`
      await expect(write).rejects.toMatchObject({ code: '23514' })
    }
    expect(await store(table, headingOf(table), 'भारतीय रेल 🚆')).toBe('भारतीय रेल 🚆')
  })
})

describe('only the exact word hides a notice, so nothing that looks like it is stored', () => {
  const accepted = ['active', 'inactive', 'published', 'Start', 'Date Extend', 'Out', 'Soon', null]
  const refused = [
    'Inactive',
    'INACTIVE',
    ' inactive',
    'inactive ',
    'inactive\n',
    '\tinactive',
    'inactive\u00a0',
    'x'.repeat(41),
  ]

  test.each(contentTables)('%s', async (table) => {
    expect(await outcomes(accepted, (status) => store(table, 'status', status))).toEqual(all(accepted, 'stored'))
    expect(await outcomes(refused, (status) => store(table, 'status', status))).toEqual(
      all(refused, `${table}_status_check`),
    )
  })
})

describe('texts have an end', () => {
  const most: Record<string, number> = {
    exam_name: 2_000,
    meta_description: 2_000,
    post_name: 100_000,
    content: 100_000,
  }
  const bounded = columnsWhere((column) => column in most)

  test.each(bounded)('%s.%s', async (table, column) => {
    const length = most[column] ?? 0
    expect(await store(table, column, 'य'.repeat(length))).toHaveLength(length)
    await expect(store(table, column, 'य'.repeat(length + 1))).rejects.toMatchObject({ code: '23514' })
  })
})

test('selection_process comes back in the form it was sent: a list or comma text', async () => {
  for (const value of [['Written examination', 'Interview'], 'Written examination, Interview', null]) {
    const [row] = await sql`insert into jobs (title, slug, selection_process)
      values ('A row', ${`row-${++rows}`}, ${JSON.stringify(value)}::text::jsonb) returning selection_process`
    expect(row?.['selection_process']).toEqual(value)
  }
})

describe('what visitors leave', () => {
  const email = {
    accepted: ['a@b.in', 'first.last+tag@sub.example.co.in', 'परीक्षा@उदाहरण.भारत', `${'x'.repeat(245)}@mail.in`],
    refused: [
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
  test('an e-mail address, once in any case', async () => {
    for (const address of email.accepted) expect(await store('newsletter_subscribers', 'email', address)).toBe(address)
    expect(await outcomes(email.refused, (address) => store('newsletter_subscribers', 'email', address))).toEqual(
      all(email.refused, 'newsletter_subscribers_email_check'),
    )
    await expect(store('newsletter_subscribers', 'email', 'A@B.IN')).rejects.toMatchObject({ code: '23505' })
  })

  const view = { event_type: 'page_view', page: '/jobs', user_agent: 'Mozilla/5.0' }
  const count = (event: object) =>
    sql`insert into analytics_events ${sql(event)} returning event_type, page, user_agent`

  test('a page view with a path alone, never one of the back office', async () => {
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

  test('a push subscription with the default preferences, and never an address', async () => {
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
