import { describe, expect, test } from 'vitest'
import { contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

const createdAt = '2026-11-20T04:00:00.000Z'

/** post_time as written, and the timestamp it means. */
const valid: [postTime: string, timestamp: string][] = [
  // DD/MM/YYYY h:mm AM|PM, Indian time
  ['20/11/2026 9:05 AM', '2026-11-20T03:35:00.000Z'],
  ['20/11/2026 09:05 AM', '2026-11-20T03:35:00.000Z'],
  ['20/11/2026 9:05 pm', '2026-11-20T15:35:00.000Z'],
  ['20/11/2026 9:05PM', '2026-11-20T15:35:00.000Z'],
  ['  20/11/2026 9:05 PM ', '2026-11-20T15:35:00.000Z'],
  ['20/11/2026 12:00 AM', '2026-11-19T18:30:00.000Z'],
  ['20/11/2026 12:00 PM', '2026-11-20T06:30:00.000Z'],
  ['20/11/2026 12:59 AM', '2026-11-19T19:29:00.000Z'],
  ['20/11/2026 11:59 PM', '2026-11-20T18:29:00.000Z'],
  ['02/12/2025 1:00 AM', '2025-12-01T19:30:00.000Z'],
  ['29/02/2028 1:00 AM', '2028-02-28T19:30:00.000Z'],
  // YYYY-MM-DD: midnight in India
  ['2026-11-20', '2026-11-19T18:30:00.000Z'],
  ['2028-02-29', '2028-02-28T18:30:00.000Z'],
  // ISO timestamps: Indian time unless they name a zone
  ['2026-11-20T10:12:52Z', '2026-11-20T10:12:52.000Z'],
  ['2026-11-20T10:12:52z', '2026-11-20T10:12:52.000Z'],
  ['2026-11-20T10:12:52.123Z', '2026-11-20T10:12:52.123Z'],
  ['2026-11-20 10:12:52.123456+00', '2026-11-20T10:12:52.123Z'],
  ['2026-11-20T10:12:52+05:30', '2026-11-20T04:42:52.000Z'],
  ['2026-11-20T10:12:52+0530', '2026-11-20T04:42:52.000Z'],
  ['2026-11-20T10:12:52-08:00', '2026-11-20T18:12:52.000Z'],
  ['2026-11-20T10:12:52', '2026-11-20T04:42:52.000Z'],
  ['2026-11-20T10:12', '2026-11-20T04:42:00.000Z'],
  ['2026-11-20 10:12', '2026-11-20T04:42:00.000Z'],
]

/** Texts that are no post time: created_at is used. */
const invalid = [
  '',
  ' ',
  'To be announced',
  'today',
  'now',
  'infinity',
  '20/11/2026',
  '20-11-2026',
  '20-11-2026 9:05 AM',
  '20/11/26 9:05 AM',
  '20.11.2026 9:05 AM',
  '20/11/2026 21:05',
  '20/11/2026 0:30 AM',
  '20/11/2026 13:00 PM',
  '20/11/2026 9:60 AM',
  '20/11/2026 9:5 AM',
  '31/02/2026 9:05 AM',
  '29/02/2026 9:05 AM',
  '00/11/2026 9:05 AM',
  '20/00/2026 9:05 AM',
  '20/13/2026 9:05 AM',
  '20/11/0000 9:05 AM',
  '२०/११/२०२६ ९:०५ AM',
  '2026-02-29',
  '2026-02-31',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '99999-01-01',
  '2026-11-20T24:00:00Z',
  '2026-11-20T23:60:00Z',
  '2026-11-20T23:59:60Z',
  '2026-11-20T10:12:52+16:00',
  '2026-11-20T10:12:52+05:60',
  '2026-11-20T10:12:52 IST',
  'Fri, 20 Nov 2026 10:12:52 GMT',
  '1795169572',
  "20/11/2026 9:05 AM'; drop table jobs; --",
]

async function postedAt(postTime: string | null): Promise<string> {
  const slug = `at-${crypto.randomUUID()}`
  const [row] = await sql<{ posted_at: Date }[]>`
    insert into jobs (title, slug, post_time, created_at) values ('A job', ${slug}, ${postTime}, ${createdAt})
    returning posted_at`
  return row?.posted_at.toISOString() ?? ''
}

describe('posted_at is derived from post_time by the database', () => {
  test.each(valid)('post_time %j means %s', async (postTime, timestamp) => {
    expect(await postedAt(postTime)).toBe(timestamp)
  })

  test.each(invalid)('post_time %j falls back to created_at', async (postTime) => {
    expect(await postedAt(postTime)).toBe(createdAt)
  })

  test('post_time null falls back to created_at', async () => {
    expect(await postedAt(null)).toBe(createdAt)
  })

  test.each(contentTables)('%s.posted_at follows every change of post_time and cannot be written', async (table) => {
    const [inserted] = await sql`insert into ${sql(table)} (title, slug, post_time)
      values ('A notice', 'a-notice', '20/11/2026 9:05 AM') returning posted_at`
    expect(inserted?.['posted_at']).toEqual(new Date('2026-11-20T03:35:00Z'))
    const [updated] = await sql`update ${sql(table)} set post_time = '2026-11-21' returning posted_at`
    expect(updated?.['posted_at']).toEqual(new Date('2026-11-20T18:30:00Z'))
    await expect(sql`update ${sql(table)} set posted_at = now()`).rejects.toMatchObject({ code: '428C9' })
  })

  test('post_time is parsed independently of the time zone and the date style of a connection', async () => {
    const [same] = await sql.begin(async (transaction) => {
      await transaction`set local timezone = 'America/New_York'`
      await transaction`set local datestyle = 'SQL, DMY'`
      return transaction`select rules.moment_of('02/12/2025 1:00 AM') = '2025-12-01T19:30:00Z' as written,
        rules.moment_of('2025-12-02') = '2025-12-01T18:30:00Z' as iso`
    })
    expect(same).toEqual({ written: true, iso: true })
  })
})
