import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { pushClient } from './push-client.ts'
import { runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const running = await runBackend(database)
const staff = running.client(keys.publishableKey, await pushClient(running).asStaff())

const source = 'https://ssc.gov.in/notice-2.pdf'
let job: { id: number; slug: string; updated_at: string }

async function newNotice(table: string, fields: object) {
  const slug = `notice-${randomUUID()}`
  await sql`insert into ${sql(table)} ${sql({ title: 'SSC CGL', slug, notification_link: 'https://ssc.gov.in', ...fields })}`
  const { data } = await staff.from(table).select('id, slug, updated_at').eq('slug', slug).single()
  return data as typeof job
}

beforeEach(async () => {
  job = await newNotice('jobs', { apply_end_date: '2099-11-10' })
})

interface Correction {
  content_table?: string
  field?: string
  new_date?: string
  version?: string
  source?: string | null
  tells_followers?: boolean
}

const correct = (change: Correction = {}, client = staff, record_id = job.id) =>
  client.rpc('correct_last_date', {
    content_table: 'jobs',
    record_id,
    field: 'apply_end_date',
    new_date: '2099-11-17',
    version: job.updated_at,
    source,
    ...change,
  })
const stored = async (table = 'jobs', { id } = job) =>
  (await sql`select *, updated_at::text from ${sql(table)} where id = ${id}`)[0]
const corrections = async ({ id } = job) =>
  Array.from(
    await sql`select field, old_value, new_value, source from corrections where record_id = ${id} order by id`,
    ({ field, old_value, new_value, source: named }) => `${field}: ${old_value} to ${new_value}, source: ${named}`,
  )

describe('correcting the last date', () => {
  test('a later date is stored with the status Date Extend and a public correction with the given source', async () => {
    const { data } = await correct()
    expect(data).toMatchObject({ is_stored: true, record: { apply_end_date: '2099-11-17', status: 'Date Extend' } })
    expect(await stored()).toMatchObject({ status: 'Date Extend' })
    expect(await corrections()).toEqual([`apply_end_date: 2099-11-10 to 2099-11-17, source: ${source}`])
  })

  test('an earlier date leaves the status as it is', async () => {
    expect((await correct({ new_date: '2099-11-05' })).data).toMatchObject({ is_stored: true })
    expect(await stored()).toMatchObject({ status: 'active' })
    expect(await corrections()).toEqual([`apply_end_date: 2099-11-10 to 2099-11-05, source: ${source}`])
  })

  test('a later date that is past as well leaves the status as it is', async () => {
    const closed = await newNotice('jobs', { apply_end_date: '2026-01-10', status: 'Closed' })
    const change = { new_date: '2026-01-17', version: closed.updated_at }
    expect((await correct(change, staff, closed.id)).data).toMatchObject({ is_stored: true })
    expect(await stored('jobs', closed)).toMatchObject({ status: 'Closed' })
  })

  test('without a source the one that the notice names is recorded', async () => {
    await correct({ source: null })
    expect(await corrections()).toEqual(['apply_end_date: 2099-11-10 to 2099-11-17, source: https://ssc.gov.in'])
  })

  test('the date of an admission is the one that is in force, whichever its column', async () => {
    const admission = await newNotice('admissions', { application_end: '2099-11-10' })
    const change = { content_table: 'admissions', field: 'application_end', version: admission.updated_at }
    expect((await correct(change, staff, admission.id)).data).toMatchObject({ is_stored: true })
    expect(await stored('admissions', admission)).toMatchObject({ status: 'Date Extend' })
  })

  test('a call that is repeated changes nothing more', async () => {
    await correct()
    const before = await stored()
    expect((await correct()).data).toMatchObject({ is_stored: true })
    expect(await stored()).toEqual(before)
    expect(await corrections()).toHaveLength(1)
  })

  test('the same date that somebody else has stored with another source is not said to be stored with this one', async () => {
    await correct()
    expect((await correct({ source: 'https://upsc.gov.in/other.pdf' })).data).toMatchObject({ is_stored: false })
    expect((await correct({ source: null })).data).toMatchObject({ is_stored: true })
    expect(await corrections()).toEqual([`apply_end_date: 2099-11-10 to 2099-11-17, source: ${source}`])
  })

  test('a change of somebody else is not overwritten', async () => {
    await sql`update jobs set apply_end_date = '2099-11-20' where id = ${job.id}`
    expect((await correct()).data).toMatchObject({ is_stored: false, record: { apply_end_date: '2099-11-20' } })
    expect(await stored()).toMatchObject({ status: 'active' })
  })

  test('two at once store one of two dates, and the other learns of it', async () => {
    const answers = await Promise.all([correct({ new_date: '2099-11-17' }), correct({ new_date: '2099-11-24' })])
    expect(answers.filter(({ data }) => (data as { is_stored: boolean }).is_stored)).toHaveLength(1)
    expect(await corrections()).toHaveLength(1)
  })

  test.each<[string, Correction, string]>([
    ['the same date', { new_date: '2099-11-10' }, 'This is the last date already'],
    ['another column', { field: 'exam_date' }, 'This is no last date to apply'],
    ['a piece of SQL', { field: 'apply_end_date"; drop table jobs; --' }, 'This is no last date to apply'],
    ['a table without last dates', { content_table: 'documents' }, 'This is no last date to apply'],
    ['an unknown table', { content_table: 'profiles' }, 'This is no last date to apply'],
    ['a source that is no address', { source: 'javascript:alert(1)' }, 'The source must be an http or https address'],
  ])('%s is refused', async (_what, change, message) => {
    expect((await correct(change)).error?.message).toBe(message)
    expect(await corrections()).toEqual([])
  })

  test('a notice that visitors do not see, or that has no last date, is refused', async () => {
    const hidden = await newNotice('jobs', { apply_end_date: '2099-11-10', status: 'inactive' })
    const hiddenAnswer = await correct({ version: hidden.updated_at }, staff, hidden.id)
    expect(hiddenAnswer.error?.message).toBe('Visitors do not see this notice')
    const empty = await newNotice('jobs', {})
    const emptyAnswer = await correct({ version: empty.updated_at }, staff, empty.id)
    expect(emptyAnswer.error?.message).toBe('There is no last date to correct')
  })

  test('visitors may neither correct nor count followers', async () => {
    expect((await correct({}, running.client())).error?.code).toBe('42501')
    const count = await running.client().rpc('date_followers', { content_table: 'jobs', record_id: job.id })
    expect(count.error?.code).toBe('42501')
  })
})

describe('followers of the date', () => {
  beforeEach(async () => {
    const [row] = await sql<{ id: string }[]>`insert into push_subscriptions (endpoint, p256dh, auth)
      values (${`https://localhost/${randomUUID()}`}, 'key', 'auth') returning id`
    for (const topic of [`notice:jobs:${job.id}`, 'notice:jobs:999999']) {
      await sql`insert into push.follows (subscription_id, topic, events) values (${row?.id ?? ''}, ${topic}, '{corrections}')`
    }
  })
  const waiting = async () =>
    Array.from(
      await sql`select before from push.events where record_id = ${job.id} and not is_settled`,
      ({ before }) => before as unknown,
    )

  test('are counted, and hear of it by themselves', async () => {
    const { data } = await staff.rpc('date_followers', { content_table: 'jobs', record_id: job.id })
    expect(data).toBe(1)
    await correct()
    expect(await waiting()).toEqual([{ apply_end_date: '2099-11-10' }])
  })

  test('hear nothing of it when staff does not want it, and still of other dates', async () => {
    await correct({ tells_followers: false })
    expect(await waiting()).toEqual([])
    const again = await newNotice('jobs', { apply_end_date: '2099-11-10', exam_date: '2099-12-01' })
    await sql`update push.follows set topic = ${`notice:jobs:${again.id}`} where topic = ${`notice:jobs:${job.id}`}`
    await sql`update jobs set exam_date = '2099-12-02' where id = ${again.id}`
    job = again
    const { data } = await staff.from('jobs').select('updated_at').eq('id', again.id).single()
    await correct({ tells_followers: false, version: String(data?.updated_at) })
    expect(await waiting()).toEqual([{ exam_date: '2099-12-01' }])
  })

  test('hear of a correction that they are to hear of, also when a second one follows of which nobody is told', async () => {
    await correct()
    job.updated_at = String((await stored())?.['updated_at'])
    await correct({ new_date: '2099-11-18', tells_followers: false })
    expect(await waiting()).toEqual([{ apply_end_date: '2099-11-10' }])
  })

  test('of lists are counted too, each subscription once', async () => {
    const count = async () =>
      (await staff.rpc('date_followers', { content_table: 'jobs', record_id: job.id })).data as number
    await sql`update jobs set states = '{goa}' where id = ${job.id}`
    await followList('list:jobs?state=goa')
    expect(await count()).toBe(1)
    await sql`insert into push_subscriptions (endpoint, p256dh, auth) values (${`https://localhost/${randomUUID()}`}, 'key', 'auth')`
    await followList('list:jobs?state=goa')
    expect(await count()).toBe(2)
    await sql`update jobs set states = '{bihar}' where id = ${job.id}`
    expect(await count()).toBe(1)
    await followList('list:jobs?state=goa&unstated=1')
    await sql`update jobs set states = null, status = 'inactive' where id = ${job.id}`
    expect(await count()).toBe(0)
  })

  const undo = async () => {
    const [last] = await sql`select act from history.changes where row_id = ${job.id} order by id desc limit 1`
    const { data } = await staff.rpc('undo_act', { act: String(last?.['act']) })
    expect(data).toMatchObject({ undone: 1, refused: [] })
  }
  const followList = async (topic: string) => {
    const [row] = await sql`
      select push.follow(endpoint, ${topic}, '{corrections}', 100) as answer from push_subscriptions order by id desc limit 1`
    expect(row).toEqual({ answer: 'followed' })
  }
  const settle = () => sql`update push.events set is_settled = true, due_at = clock_timestamp() where not is_settled`
  const lastDate = async () =>
    (await staff.from('jobs').select('apply_end_date').eq('id', job.id).single()).data?.apply_end_date

  test('who was not told of a correction is not told that it was undone, or made again', async () => {
    await sql`update jobs set states = '{goa}' where id = ${job.id}`
    await followList('list:jobs?state=goa')
    job.updated_at = String((await stored())?.['updated_at'])
    await correct({ tells_followers: false })
    for (const date of ['2099-11-10', '2099-11-17']) {
      await undo()
      expect(await lastDate()).toBe(date)
      expect(await waiting()).toEqual([])
    }
    job.updated_at = String((await stored())?.['updated_at'])
    await correct({ new_date: '2099-11-24' })
    expect(await waiting()).toEqual([{ apply_end_date: '2099-11-17' }, { apply_end_date: '2099-11-17' }])
  })

  test('who was told of a correction is told that it was undone, also after a change of another date', async () => {
    await sql`update jobs set states = '{goa}' where id = ${job.id}`
    await followList('list:jobs?state=goa')
    job.updated_at = String((await stored())?.['updated_at'])
    await correct({ tells_followers: false })
    job.updated_at = String((await stored())?.['updated_at'])
    await correct({ new_date: '2099-11-24' })
    const [told] = await sql`select act from history.changes where row_id = ${job.id} order by id desc limit 1`
    await settle()
    await sql`update jobs set exam_date = '2099-12-02' where id = ${job.id}`
    await settle()
    await staff.rpc('undo_act', { act: String(told?.['act']) })
    expect(await lastDate()).toBe('2099-11-17')
    expect(await waiting()).toEqual([{ apply_end_date: '2099-11-24' }, { apply_end_date: '2099-11-24' }])
  })
})

test('the corrected notice has the correction with its source on its page', async () => {
  await correct()
  const visitor = running.client()
  const { data } = await visitor.rpc('notice_with_siblings', { content_table: 'jobs', slug: job.slug })
  expect(data).toMatchObject({
    corrections: [{ field: 'apply_end_date', old: '2099-11-10', new: '2099-11-17', source }],
  })
})
