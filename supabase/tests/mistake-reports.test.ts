import { describe, expect, test } from 'vitest'
import { deleteOldRows } from '#backend/retention.ts'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { REPORT_MESSAGE_MAX } from '#domain/limits.ts'
import { REPORT_REASONS } from '#domain/mistake-report.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client } = await runBackend(database)
const visitor = client()
const staff = client()
await staff.auth.signInWithPassword(admin)

const addJob = async (slug: string, status = 'active'): Promise<number> => {
  const [row] =
    await sql`insert into jobs (title, slug, status) values (${`Job ${slug}`}, ${slug}, ${status}) returning id`
  return Number(row?.['id'])
}
const job = await addJob('reported')
const reports = () => visitor.from('mistake_reports')
const report = { content_table: 'jobs', record_id: job, reason: 'date' }
const count = async () => (await sql`select from mistake_reports`).count

describe('reports of visitors', () => {
  test.each(Object.keys(REPORT_REASONS))('a visitor reports the reason %s and reads nothing back', async (reason) => {
    const sent = { ...report, reason, message: 'क'.repeat(REPORT_MESSAGE_MAX) }
    expect(await reports().insert(sent)).toMatchObject({ status: 201, data: null })
    expect(await reports().insert(sent).select()).toMatchObject({ status: 401 })
    expect(await reports().select('message')).toMatchObject({ status: 401, data: null })
    expect(await reports().delete().eq('id', 1)).toMatchObject({ status: 401 })
    expect(await reports().update({ done_at: null }).eq('id', 1)).toMatchObject({ status: 401 })
  })

  test.each([
    ['no reason', { reason: undefined }],
    ['an unknown reason', { reason: 'spam' }],
    ['a text that is too long', { message: 'x'.repeat(REPORT_MESSAGE_MAX + 1) }],
    ['an empty text', { message: ' \n' }],
    ['something else, without a text', { reason: 'other' }],
    ['a notice that does not exist', { record_id: 999_999 }],
    ['a table without notices', { content_table: 'organizations' }],
    ['a number that no page chooses', { attempt: 2 }],
    ['a table that does not exist', { content_table: 'nothing' }],
    ['a time chosen by the sender', { created_at: '2020-01-01T00:00:00Z' }],
    ['a report that is done already', { done_at: '2026-01-01T00:00:00Z' }],
  ])('a report with %s is rejected', async (_what, wrong) => {
    const before = await count()
    expect((await reports().insert({ ...report, ...wrong })).error).not.toBe(null)
    expect(await count()).toBe(before)
  })

  test('a hidden notice cannot be reported', async () => {
    const hidden = await addJob('hidden', 'inactive')
    expect((await reports().insert({ ...report, record_id: hidden })).error).not.toBe(null)
  })

  test('a request with two reports is rejected', async () => {
    const before = await count()
    expect((await reports().insert([report, report])).error?.message).toBe('One report at a time')
    expect(await count()).toBe(before)
  })

  test('of a notice 50 open reports are stored, and further ones are accepted in silence until some are done', async () => {
    const id = await addJob('crowded')
    await sql`insert into mistake_reports (content_table, record_id, reason) select 'jobs', ${id}, 'link' from generate_series(1, 50)`
    const open = async () => (await sql`select from mistake_reports where record_id = ${id} and done_at is null`).count
    expect((await reports().insert({ ...report, record_id: id })).status).toBe(201)
    expect(await open()).toBe(50)
    await sql`update mistake_reports set done_at = now() where record_id = ${id}`
    expect((await reports().insert({ ...report, record_id: id })).status).toBe(201)
    expect(await open()).toBe(1)
  })

  test('when 5,000 reports are open, another one is refused until some are done, except of a notice with 50', async () => {
    const [crowded, other] = [await addJob('with-fifty'), await addJob('not-yet-reported')]
    await sql`insert into mistake_reports (content_table, record_id, reason)
      select 'jobs', ${crowded}, 'link' from generate_series(1, 50)`
    const [row] = await sql<{ open: number }[]>`
      select count(*)::integer as open from mistake_reports where done_at is null`
    await sql`insert into mistake_reports (content_table, record_id, reason)
      select 'results', number, 'link' from generate_series(1, ${4_999 - (row?.open ?? 0)}) as number`
    expect((await reports().insert({ ...report, record_id: other, attempt: 0.5 })).status).toBe(201)
    expect(await reports().insert({ ...report, record_id: other })).toMatchObject({
      status: 503,
      error: { code: '53400' },
    })
    expect((await reports().insert({ ...report, record_id: other, attempt: 0.5 })).status, 'sent again').toBe(409)
    expect((await reports().insert({ ...report, record_id: crowded })).status).toBe(201)
    expect((await sql`select from mistake_reports where done_at is null`).count).toBe(5_000)
    await sql`update mistake_reports set done_at = now() where content_table = 'results'`
    expect((await reports().insert({ ...report, record_id: other })).status).toBe(201)
  })
})

describe('reports in the admin', () => {
  test('reports are grouped by notice, the last reported first, until they are done', async () => {
    await sql`delete from mistake_reports`
    const other = await addJob('other')
    const add = (record_id: number, reason: string, message: string | null = null) =>
      reports().insert({ ...report, record_id, reason, message })
    await add(job, 'date', 'It is the 5th')
    await add(other, 'link')
    await add(job, 'amount')
    const groups = async () => (await staff.rpc('reported_notices', { most: 10 })).data as { newest: number }[]
    const [first] = await groups()
    expect(await groups()).toMatchObject([
      {
        table: 'jobs',
        id: job,
        title: 'Job reported',
        slug: 'reported',
        reports: 2,
        details: [
          { reason: 'amount', message: null },
          { reason: 'date', message: 'It is the 5th' },
        ],
      },
      { table: 'jobs', id: other, reports: 1 },
    ])
    expect((await staff.rpc('reported_notices', { most: 1 })).data).toHaveLength(1)
    await add(job, 'link')
    const finished = { content_table: 'jobs', record_id: job, up_to: first?.newest ?? 0 }
    expect((await staff.rpc('finish_reports', finished)).error).toBe(null)
    expect(await groups()).toMatchObject([
      { id: job, reports: 1, details: [{ reason: 'link' }] },
      { id: other, reports: 1 },
    ])
    await sql`delete from jobs where id = ${other}`
    expect((await groups())[1]).toMatchObject({ id: other, title: null, slug: null, reports: 1 })
  })

  test('visitors can neither list reports by notice nor mark them as done', async () => {
    expect((await visitor.rpc('reported_notices', { most: 10 })).status).toBe(401)
    const finished = { content_table: 'jobs', record_id: job, up_to: 1 }
    expect((await visitor.rpc('finish_reports', finished)).status).toBe(401)
  })

  test('an admin deletes a report', async () => {
    const [row] = await sql`insert into mistake_reports ${sql(report)} returning id`
    expect((await staff.from('mistake_reports').delete().eq('id', row?.['id'])).status).toBe(204)
    expect(await sql`select from mistake_reports where id = ${row?.['id']}`).toHaveLength(0)
  })
})

test('reports are deleted after 180 days, done or not', async () => {
  await sql`delete from mistake_reports`
  for (const [days, reason] of [
    [181, 'date'],
    [179, 'link'],
  ] as const)
    await sql`insert into mistake_reports (content_table, record_id, reason, created_at)
      values ('jobs', ${job}, ${reason}, now() - ${days} * interval '1 day')`
  const server = openBackgroundConnections(database.url)
  await deleteOldRows(server)
  expect(await sql`select reason from mistake_reports`).toEqual([{ reason: 'link' }])
  await server.end()
})
