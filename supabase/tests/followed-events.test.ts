import type { PendingQuery, Row } from 'postgres'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeAuthority, startPushService } from '#test/fakes/push-service.ts'
import { FOLLOW_EVENTS } from '#domain/push/follow-events.ts'
import { become, server } from './database-users.ts'
import { pushClient } from './push-client.ts'
import { runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const failures: string[] = []
const settings = {
  push: { authority: fakeAuthority },
  logFailure: (what: string, error: unknown) => failures.push(`${what}: ${String(error)}`),
}
// Two servers on one database: everything below is sent once all the same.
const running = await runBackend(database, settings)
await runBackend(database, settings)
const service = await startPushService()
afterAll(() => service.close())

const waitOptions = { timeout: 60_000, interval: 20 }

let last = 0
const unique = () => `${(last += 1)}`

async function newRecruitment() {
  const [organization] = await sql<{ id: number }[]>`
    insert into organizations (name, slug) values ('SSC', ${`ssc-${unique()}`}) returning id::int`
  const [row] = await sql<{ id: number }[]>`
    insert into recruitments (title, slug, organization_id)
    values ('SSC CGL 2026', ${`cgl-${unique()}`}, ${organization?.id ?? null}) returning id::int`
  return { recruitment_id: row?.id ?? 0, organization_id: organization?.id ?? 0 }
}

interface Followed {
  path: string
  topics: string[]
  events?: readonly string[]
  quiet?: [starts: string, ends: string]
}

/** Inserts a subscription that follows topics, without quiet hours unless they are given. */
async function follower({ path, topics, events = FOLLOW_EVENTS, quiet = ['00:00', '00:00'] }: Followed) {
  const [row] = await sql<{ id: string }[]>`
    insert into push_subscriptions ${sql(service.subscription(path))} returning id`
  const id = row?.id ?? ''
  await sql`insert into push.quiet_hours values (${id}, ${quiet[0]}, ${quiet[1]})`
  for (const topic of topics)
    await sql`insert into push.follows (subscription_id, topic, events) values (${id}, ${topic}, ${[...events]})`
  return id
}

/** Inserts a subscription that follows lists as the push function stores it. */
async function listFollower(path: string, topics: string[], events: string[] = ['notices']): Promise<void> {
  await follower({ path, topics: [] })
  const { endpoint } = service.subscription(path)
  for (const topic of topics) {
    const [row] = await sql`select push.follow(${endpoint}, ${topic}, ${events}, 100) as result`
    expect(row).toEqual({ result: 'followed' })
  }
}

async function publish(table: string, fields: Record<string, unknown>): Promise<{ id: number; slug: string }> {
  const row = { title: 'SSC CGL 2026 Admit Card', slug: `notice-${unique()}`, ...fields }
  const [stored] = await sql<{ id: number; slug: string }[]>`
    insert into ${sql(table)} ${sql(row)} returning id::int, slug`
  if (!stored) throw new Error('Nothing was inserted')
  return stored
}

const messages = () => service.received.map(({ path, text, ttl }) => ({ path, ttl, ...JSON.parse(text) }))
const arrived = (count: number) => vi.waitUntil(() => service.received.length >= count, waitOptions)
const allSettled = () =>
  vi.waitUntil(
    async () => (await sql`select from push.events where not is_settled and due_at <= now()`).count === 0,
    waitOptions,
  )
const nothingElse = async () => {
  await allSettled()
  await vi.waitUntil(
    async () =>
      (
        await sql`select from push.notifications where state = 'sending' and not exists
      (select from push.retries where notification_id = id)`
      ).count === 0,
    waitOptions,
  )
}
/**
 * Writes reminders with the role of the servers.
 *
 * @param dueIn when what is noted is due, from now, before a server sees it; without it, as the reminder says
 */
const remind = (at: string | Date | null | PendingQuery<Row[]>, dueIn?: string) =>
  sql.begin(async (by) => {
    await become(by, server)
    await by`select push.remind(${at})`
    await by`reset role`
    if (dueIn) await by`update push.events set due_at = now() + ${dueIn}::interval where not is_settled`
  })
const bringForward = () => sql`update push.events set due_at = now() where not is_settled`
/** A clock time in India so many minutes from now, as text. */
const clock = async (minutes: number) =>
  (
    await sql<{ at: string }[]>`
    select to_char((now() + make_interval(mins => ${minutes})) at time zone 'Asia/Kolkata', 'HH24:MI') as at`
  )[0]?.at ?? ''
const indianDay = async (days = 0) =>
  (
    await sql<{ day: string }[]>`
    select ((now() at time zone 'Asia/Kolkata')::date + ${days}::int)::text as day`
  )[0]?.day ?? ''
const dashed = (day: string) => day.split('-').reverse().join('-')

beforeEach(async () => {
  await nothingElse()
  await sql`delete from push_subscriptions`
  await sql`delete from push.notifications`
  await sql`delete from push.events`
  service.received.length = 0
  service.counts.clear()
})

describe('a published notice', () => {
  test('an admit card of a recruitment reaches those who follow it for admit cards, once, with its words and dates', async () => {
    const recruitment = await newRecruitment()
    const topic = `recruitment:${recruitment.recruitment_id}`
    await follower({ path: '/card', topics: [topic], events: ['admit_cards'] })
    await follower({ path: '/any', topics: [topic], events: ['notices'] })
    await follower({ path: '/result', topics: [topic], events: ['results', 'two_days'] })
    await follower({ path: '/other', topics: ['recruitment:999999'] })
    const { slug } = await publish('admit_cards', { ...recruitment, exam_date: '2027-01-12' })
    await arrived(2)
    await nothingElse()
    expect([...service.counts]).toEqual(
      expect.arrayContaining([
        ['/card', 1],
        ['/any', 1],
      ]),
    )
    expect(service.counts.size).toBe(2)
    expect(service.problems).toEqual([])
    expect(messages()[0]).toMatchObject({
      title: 'SSC CGL 2026 Admit Card',
      body: 'Admit card is out. Exam date: 12-01-2027.',
      url: `/admit-cards/${slug}`,
      category: 'admitCards',
      follow: topic,
    })
    expect(failures).toEqual([])
  })

  test.each([
    ['answer_keys', 'Answer key is out.'],
    ['results', 'Result is out.'],
    ['jobs', 'New job notice.'],
  ])('one of %s says what it is', async (table, body) => {
    const recruitment = await newRecruitment()
    await follower({ path: '/follower', topics: [`organization:${recruitment.organization_id}`], events: ['notices'] })
    await publish(table, recruitment)
    await arrived(1)
    expect(messages()[0]).toMatchObject({ body, follow: `organization:${recruitment.organization_id}` })
  })

  test('who follows the recruitment and the organization gets one message, about the recruitment', async () => {
    const recruitment = await newRecruitment()
    const topics = [`organization:${recruitment.organization_id}`, `recruitment:${recruitment.recruitment_id}`]
    await follower({ path: '/both', topics })
    await publish('results', recruitment)
    await arrived(1)
    await nothingElse()
    expect(messages()).toMatchObject([{ follow: topics[1] }])
  })

  test('a hidden notice is announced when it becomes public, and not again when it was hidden meanwhile', async () => {
    const recruitment = await newRecruitment()
    await follower({ path: '/follower', topics: [`recruitment:${recruitment.recruitment_id}`] })
    const { id } = await publish('results', { ...recruitment, status: 'inactive' })
    const setStatus = (status: string) => sql`update results set status = ${status} where id = ${id}`
    await setStatus('published')
    await arrived(1)
    await setStatus('inactive')
    await setStatus('published')
    await nothingElse()
    expect(service.received).toHaveLength(1)
  })

  test('a notice that joins the recruitment later is announced then', async () => {
    const recruitment = await newRecruitment()
    const { id } = await publish('results', {})
    await follower({ path: '/follower', topics: [`recruitment:${recruitment.recruitment_id}`] })
    await sql`update results set recruitment_id = ${recruitment.recruitment_id} where id = ${id}`
    await arrived(1)
    expect(messages()).toMatchObject([{ body: 'Result is out.' }])
  })

  test('an old notice that is filed now, and one from before the follow, are not announced', async () => {
    const recruitment = await newRecruitment()
    const topic = `recruitment:${recruitment.recruitment_id}`
    await follower({ path: '/follower', topics: [topic] })
    await publish('results', { ...recruitment, post_time: '2026-01-01' })
    await sql`delete from push.follows`
    await follower({ path: '/other', topics: [topic], events: ['corrections'] })
    await publish('results', recruitment)
    await follower({ path: '/late', topics: [topic] })
    await nothingElse()
    expect(service.received).toEqual([])
  })

  test('a notice that is hidden before its notification is written is not announced', async () => {
    const recruitment = await newRecruitment()
    await follower({ path: '/follower', topics: [`recruitment:${recruitment.recruitment_id}`] })
    await sql.begin(async (transaction) => {
      const [row] = await transaction`
        insert into results (title, slug, recruitment_id) values ('Wrong', ${`wrong-${unique()}`}, ${recruitment.recruitment_id})
        returning id`
      await transaction`update results set status = 'inactive' where id = ${row?.['id']}`
    })
    await nothingElse()
    expect(await sql`select is_settled, notification_id from push.events`).toEqual([
      { is_settled: true, notification_id: null },
    ])
    expect(service.received).toEqual([])
  })

  test('a notice that was hidden before its announcement was sent is announced when it becomes public again', async () => {
    const recruitment = await newRecruitment()
    await follower({ path: '/follower', topics: [`recruitment:${recruitment.recruitment_id}`] })
    await listFollower('/list', ['list:jobs?state=goa'])
    const slug = `moment-${unique()}`
    await sql.begin(async (transaction) => {
      const fields = { title: 'For a moment', slug, states: ['goa'], ...recruitment }
      await transaction`insert into jobs ${transaction(fields)}`
      await transaction`update jobs set status = 'inactive' where slug = ${slug}`
    })
    await nothingElse()
    expect(service.received).toEqual([])
    await sql`update jobs set status = 'active' where slug = ${slug}`
    await arrived(2)
    await nothingElse()
    expect(Object.fromEntries(service.counts)).toEqual({ '/follower': 1, '/list': 1 })
  })

  test('staff sees it in the history as one notification that the server sent', async () => {
    const recruitment = await newRecruitment()
    for (const path of ['/1', '/2', '/3'])
      await follower({ path, topics: [`recruitment:${recruitment.recruitment_id}`] })
    await publish('admit_cards', recruitment)
    await arrived(3)
    await nothingElse()
    const { client } = running
    const staff = await pushClient(running).asStaff()
    const history = async () => (await client(keys.publishableKey, staff).rpc('push_history', { most: 10 })).data
    await expect
      .poll(history, waitOptions)
      .toMatchObject([{ event: 'admit_cards', recipients: 3, sent: 3, failed: 0, state: 'done' }])
  })
})

describe('a followed list', () => {
  const [tenth, bihar] = ['list:jobs?qualification=10th', 'list:jobs?qualification=10th&state=bihar']
  const facts = { qualifications: ['10th'], states: ['bihar'] }

  test('a notice that becomes public reaches those whose lists it is in, once', async () => {
    const recruitment = await newRecruitment()
    await listFollower('/tenth', [tenth])
    await listFollower('/both', [bihar, `organization:${recruitment.organization_id}`])
    await listFollower('/goa', ['list:jobs?state=goa', 'list:admissions?state=bihar'])
    await listFollower('/corrections', [tenth], ['corrections'])
    const { id } = await publish('jobs', { ...recruitment, ...facts, status: 'inactive' })
    await sql`update jobs set status = 'active' where id = ${id}`
    await arrived(2)
    await sql`update jobs set status = 'inactive' where id = ${id}`
    await sql`update jobs set status = 'active', title = 'Shown again' where id = ${id}`
    await nothingElse()
    expect(Object.fromEntries(service.counts)).toEqual({ '/tenth': 1, '/both': 1 })
    expect(new Set(messages().map(({ follow }) => follow))).toEqual(new Set([tenth, bihar]))
    expect(messages()[0]).toMatchObject({ body: 'New job notice.' })
    expect(failures).toEqual([])
  })

  test('a notice that gets its facts later is announced to the lists that have it since then', async () => {
    await listFollower('/tenth', [tenth])
    await listFollower('/bihar', [bihar])
    const { id } = await publish('jobs', { qualifications: ['10th'] })
    await arrived(1)
    await sql`update jobs set ${sql(facts)} where id = ${id}`
    await arrived(2)
    await sql`update jobs set states = null where id = ${id}`
    await sql`update jobs set ${sql(facts)} where id = ${id}`
    await nothingElse()
    expect(Object.fromEntries(service.counts)).toEqual({ '/tenth': 1, '/bihar': 1 })
  })

  test('who begins to follow a list does not hear of what was in it before', async () => {
    const { id } = await publish('jobs', facts)
    await listFollower('/late', [tenth, bihar])
    await sql`update jobs set title = 'Another title', total_posts = 5 where id = ${id}`
    await publish('jobs', { ...facts, post_time: '2026-01-01' })
    await nothingElse()
    expect(service.received).toEqual([])
  })

  test('corrections and reminders reach those who have chosen them', async () => {
    const [first, later] = [await indianDay(30), await indianDay(2)]
    const { id } = await publish('jobs', { ...facts, apply_end_date: first })
    await listFollower('/all', [bihar], ['notices', 'corrections', 'two_days'])
    await listFollower('/new', [tenth])
    await sql`update push.follows set created_at = now() - interval '3 days'`
    await sql`update jobs set apply_end_date = ${later} where id = ${id}`
    await bringForward()
    await arrived(1)
    const due = (await sql`select (${later}::date - 2 + time '09:00') at time zone 'Asia/Kolkata' as at`)[0]?.['at']
    for (const _again of [1, 2]) {
      await remind(due)
      await bringForward()
      await arrived(2)
      await nothingElse()
    }
    const said = messages().map(({ path, body }) => `${path} ${body}`)
    expect(said.toSorted()).toEqual([
      `/all Corrected. Last date to apply: ${dashed(later)} (was ${dashed(first)}).`,
      `/all Reminder: Last date to apply is ${dashed(later)}.`,
    ])
  })
})

describe('a corrected date', () => {
  test('changes within a minute are one correction, which says old and new dates', async () => {
    const job = await publish('jobs', { title: 'SSC CGL', apply_end_date: '2027-03-01', exam_date: '2027-05-01' })
    await follower({ path: '/follower', topics: [`notice:jobs:${job.id}`], events: ['corrections'] })
    await sql`update jobs set apply_end_date = '2027-03-05' where id = ${job.id}`
    await sql`update jobs set apply_end_date = '2027-03-08', description = 'New' where id = ${job.id}`
    await sql`update jobs set exam_date = null where id = ${job.id}`
    const [waiting] = await sql`select due_at > now() + interval '50 seconds' as later from push.events`
    expect(waiting).toEqual({ later: true })
    expect(service.received).toEqual([])
    await bringForward()
    await arrived(1)
    await nothingElse()
    expect(messages()).toMatchObject([
      {
        title: 'SSC CGL',
        body: 'Corrected. Last date to apply: 08-03-2027 (was 01-03-2027). Exam date: To be announced (was 01-05-2027).',
      },
    ])
    await sql`update jobs set apply_end_date = '2027-03-09' where id = ${job.id}`
    await bringForward()
    await arrived(2)
    expect(messages()[1].body).toBe('Corrected. Last date to apply: 09-03-2027 (was 08-03-2027).')
  })

  test('a date that was changed back, a text and a view are no correction', async () => {
    const job = await publish('jobs', { apply_end_date: '2027-03-01' })
    await follower({ path: '/follower', topics: [`notice:jobs:${job.id}`] })
    await sql`update jobs set apply_end_date = '2027-03-05' where id = ${job.id}`
    await sql`update jobs set apply_end_date = '2027-03-01', title = 'Another' where id = ${job.id}`
    await sql`update jobs set view_count = view_count + 1 where id = ${job.id}`
    await bringForward()
    await nothingElse()
    expect((await sql`select from push.events`).count).toBe(1)
    expect((await sql`select from push.notifications`).count).toBe(0)
  })
})

describe('reminders', () => {
  const events = ['two_days', 'four_hours']

  test.each([
    ['2027-03-08T08:59:00+05:30', []],
    ['2027-03-08T09:00:00+05:30', ['two_days']],
    ['2027-03-10T19:59:00+05:30', ['two_days']],
    ['2027-03-10T20:00:00+05:30', ['four_hours']],
    ['2027-03-10T23:59:00+05:30', ['four_hours']],
    ['2027-03-11T00:00:00+05:30', []],
  ])('at %s those of a last date of 10 March are due: %j', async (at, due) => {
    const job = await publish('jobs', { apply_end_date: '2027-03-10' })
    await publish('jobs', { apply_end_date: '2027-03-10', status: 'inactive' })
    await publish('admissions', { application_end: '2027-03-10' })
    await follower({ path: '/follower', topics: [`notice:jobs:${job.id}`], events })
    await remind(at)
    await remind(at)
    const written = await sql`select event, last_date::text from push.events where topic = ${`notice:jobs:${job.id}`}`
    expect(written).toEqual(due.map((event) => ({ event, last_date: '2027-03-10' })))
    await sql`delete from push.events`
  })

  test('a reminder is sent once, says the last date and is stored by push services until its end', async () => {
    const lastDate = await indianDay(2)
    const job = await publish('jobs', { title: 'SSC CGL', apply_end_date: lastDate })
    const topic = `notice:jobs:${job.id}`
    await follower({ path: '/follower', topics: [topic], events })
    const [dates] = await sql<{ due: Date; life: number }[]>`
      select (${lastDate}::date - 2 + time '09:00') at time zone 'Asia/Kolkata' as due,
             extract(epoch from push.end_of(${lastDate}) - now())::int as life`
    for (const _again of [1, 2, 3]) {
      await remind(dates?.due ?? null, '0 seconds')
      await arrived(1)
      await nothingElse()
    }
    expect(messages()).toMatchObject([
      { title: 'SSC CGL', body: `Reminder: Last date to apply is ${dashed(lastDate)}.`, follow: topic },
    ])
    const [message] = messages()
    expect(Math.abs(message.ttl - (dates?.life ?? 0))).toBeLessThan(120)
  })

  test('a corrected date gives a new reminder, and none for the old date', async () => {
    const [tomorrow, later] = [await indianDay(1), await indianDay(2)]
    const job = await publish('jobs', { apply_end_date: tomorrow })
    await follower({ path: '/follower', topics: [`notice:jobs:${job.id}`], events })
    const dueOf = (day: string) => sql`(${day}::date - 2 + time '09:00') at time zone 'Asia/Kolkata'`
    // Written in the future, so that the date changes before it is due.
    await remind(dueOf(tomorrow), '1 hour')
    await sql`update jobs set apply_end_date = ${later} where id = ${job.id}`
    await remind(dueOf(later), '0 seconds')
    await arrived(1)
    await nothingElse()
    expect(messages().map(({ body }) => body)).toEqual([`Reminder: Last date to apply is ${dashed(later)}.`])
  })

  test('a notice that was hidden or deleted has no reminders', async () => {
    const lastDate = await indianDay(1)
    const jobs = [
      await publish('jobs', { apply_end_date: lastDate }),
      await publish('jobs', { apply_end_date: lastDate }),
    ]
    await follower({ path: '/follower', topics: jobs.map(({ id }) => `notice:jobs:${id}`), events })
    await sql`insert into push.events (topic, event, table_name, record_id, last_date, due_at)
      select 'notice:jobs:' || id, 'two_days', 'jobs', id, ${lastDate}, now() + interval '1 hour' from jobs
       where id = any (${jobs.map(({ id }) => id)})`
    await sql`update jobs set status = 'inactive' where id = ${jobs[0]?.id ?? 0}`
    await sql`delete from jobs where id = ${jobs[1]?.id ?? 0}`
    await bringForward()
    await nothingElse()
    expect((await sql`select from push.notifications`).count).toBe(0)
    expect(service.received).toEqual([])
  })
})

describe('quiet hours', () => {
  const quietNow = async (): Promise<[string, string]> => [await clock(-60), await clock(60)]

  test('a follower in its quiet hours gets the message at their end, all others at once', async () => {
    const recruitment = await newRecruitment()
    const topics = [`recruitment:${recruitment.recruitment_id}`]
    await follower({ path: '/awake', topics })
    const quiet = await quietNow()
    const id = await follower({ path: '/asleep', topics, quiet })
    await publish('results', recruitment)
    await arrived(1)
    await allSettled()
    const [retry] = await sql`
      select attempts, to_char(not_before at time zone 'Asia/Kolkata', 'HH24:MI') as until from push.retries
       where subscription_id = ${id}`
    expect(retry).toEqual({ attempts: 0, until: quiet[1] })
    // Due too early, as after a change of the quiet hours: it waits again.
    await sql`update push.retries set not_before = now()`
    await vi.waitUntil(
      async () => (await sql`select from push.retries where not_before > now() + interval '50 minutes'`).count === 1,
      waitOptions,
    )
    expect([...service.counts]).toEqual([['/awake', 1]])
    await sql`update push.quiet_hours set starts = '00:00', ends = '00:00'`
    await sql`update push.retries set not_before = now()`
    await arrived(2)
    await vi.waitUntil(
      async () => (await sql`select from push.notifications where state = 'done' and sent = 2`).count === 1,
      waitOptions,
    )
  })

  test('a subscription that replaces another one gets what waited for that one', async () => {
    const recruitment = await newRecruitment()
    const topics = [`recruitment:${recruitment.recruitment_id}`]
    await follower({ path: '/former', topics, quiet: await quietNow() })
    await publish('results', recruitment)
    await vi.waitUntil(async () => (await sql`select from push.retries`).count === 1, waitOptions)
    const renewed = service.subscription('/renewed')
    const former = service.subscription('/former').endpoint
    const { call } = pushClient(running)
    await call('POST /subscribe', { ...renewed, former })
    await call('DELETE /unsubscribe', { endpoint: former })
    await sql`update push.quiet_hours set starts = '00:00', ends = '00:00'`
    await sql`update push.retries set not_before = now()`
    await nothingElse()
    await vi.waitUntil(async () => (await sql`select from push.retries`).count === 0, waitOptions)
    expect([...service.counts]).toEqual([['/renewed', 1]])
  })

  test('what admins send does not wait for the end of quiet hours, at once or again', async () => {
    const id = await follower({ path: '/asleep', topics: ['recruitment:1'], quiet: await quietNow() })
    await sql`update push_subscriptions set preferences = preferences || '{"newJobs": true}'`
    const content = { title: 'From an admin', body: 'Now', category: 'newJobs', url: '/' }
    await sql`select push.queue(null, null, ${sql.json(content)})`
    await arrived(1)
    await sql`with again as (insert into push.notifications ${sql(content)} returning id)
      insert into push.retries select id, ${id}, now(), 1 from again`
    await arrived(2)
    expect(messages().map(({ title }) => title)).toEqual(['From an admin', 'From an admin'])
  })

  test('a message that waits is dropped when its notice is hidden, and when the follow ends', async () => {
    const [hidden, ended] = [await newRecruitment(), await newRecruitment()]
    const quiet = await quietNow()
    for (const [path, { recruitment_id }] of [
      ['/hidden', hidden],
      ['/ended', ended],
    ] as const)
      await follower({ path, topics: [`recruitment:${recruitment_id}`], quiet })
    const { id } = await publish('results', hidden)
    await publish('results', ended)
    await vi.waitUntil(async () => (await sql`select from push.retries`).count === 2, waitOptions)
    await sql`update results set status = 'inactive' where id = ${id}`
    await sql`delete from push.follows where topic = ${`recruitment:${ended.recruitment_id}`}`
    await sql`update push.quiet_hours set starts = '00:00', ends = '00:00'`
    await vi.waitUntil(
      async () => (await sql`select from push.notifications where state = 'cancelled'`).count === 1,
      waitOptions,
    )
    await sql`update push.retries set not_before = now()`
    await vi.waitUntil(async () => (await sql`select from push.retries`).count === 0, waitOptions)
    expect(service.received).toEqual([])
  })

  test('a notice that was hidden at night is announced to those who slept when it is public again, once to everybody', async () => {
    const recruitment = await newRecruitment()
    const topics = [`recruitment:${recruitment.recruitment_id}`]
    const quiet = await quietNow()
    await follower({ path: '/awake', topics })
    await follower({ path: '/asleep', topics, quiet })
    await listFollower('/awake-list', ['list:jobs?state=goa'])
    await listFollower('/asleep-list', ['list:jobs?state=goa'])
    await sql`update push.quiet_hours set starts = ${quiet[0]}, ends = ${quiet[1]}
      from push_subscriptions where id = subscription_id and endpoint like '%/asleep-list'`
    const asleep = () => sql`select from push.retries`.then(({ count }) => count)

    const { id } = await publish('jobs', { title: 'With a slip', states: ['goa'], ...recruitment })
    await vi.waitUntil(async () => service.received.length === 2 && (await asleep()) === 2, waitOptions)
    for (const title of ['With another slip', 'Without a slip']) {
      await sql`update jobs set status = 'inactive' where id = ${id}`
      await vi.waitUntil(async () => (await asleep()) === 0, waitOptions)
      await follower({ path: `/later${service.received.length}`, topics })
      const before = service.received.length
      await sql`update jobs set status = 'active', title = ${title} where id = ${id}`
      await vi.waitUntil(async () => service.received.length > before && (await asleep()) === 2, waitOptions)
    }
    // Two hours later.
    await sql`update push.follows set created_at = created_at - interval '2 hours'`
    await sql`update push.events set told_at = array(select told - interval '2 hours' from unnest(told_at) as told)`
    await sql`update push.quiet_hours set starts = ${await clock(-180)}, ends = ${await clock(-60)} where starts <> ends`
    await sql`update push.retries set not_before = now()`
    await arrived(6)
    await nothingElse()
    expect(Object.fromEntries(service.counts)).toEqual({
      '/awake': 1,
      '/awake-list': 1,
      '/asleep': 1,
      '/asleep-list': 1,
      '/later2': 1,
      '/later3': 1,
    })
    const heard = messages().filter(({ path }) => path.startsWith('/asleep'))
    expect(heard.map(({ body, title }) => `${title} ${body}`)).toEqual([
      expect.stringContaining('Without a slip'),
      expect.stringContaining('Without a slip'),
    ])
  })

  test('a reminder that quiet hours would hold back until after the last date is not sent', async () => {
    const lastDate = await indianDay(0)
    const job = await publish('jobs', { apply_end_date: lastDate })
    const topics = [`notice:jobs:${job.id}`]
    // Its publication is no concern of somebody who follows it later.
    await allSettled()
    // They end one minute before they begin.
    await follower({ path: '/asleep', topics, quiet: [await clock(0), await clock(-1)] })
    await sql`insert into push.events (topic, event, table_name, record_id, last_date)
      values (${topics[0] ?? ''}, 'four_hours', 'jobs', ${job.id}, ${lastDate})`
    await nothingElse()
    await vi.waitUntil(
      async () => (await sql`select from push.notifications where recipients = 0 and state = 'done'`).count === 1,
      waitOptions,
    )
    expect((await sql`select from push.retries`).count).toBe(0)
  })
})

test('what happened while no server ran is sent once by the next one', async () => {
  const other = await makeDatabase('migrated')
  const { sql: rows } = other
  const first = await runBackend(other, settings)
  await first.stop()
  await rows`insert into recruitments (title, slug) values ('SSC CGL 2026', 'cgl')`
  await rows`insert into push_subscriptions ${rows(service.subscription('/after'))}`
  await rows`insert into push.quiet_hours select id, '00:00', '00:00' from push_subscriptions`
  await rows`insert into push.follows (subscription_id, topic, events)
    select push_subscriptions.id, 'recruitment:' || recruitments.id, '{results}' from push_subscriptions, recruitments`
  await rows`insert into results (title, slug, recruitment_id) select 'Result', 'result', id from recruitments`
  await runBackend(other, settings)
  await runBackend(other, settings)
  await arrived(1)
  await vi.waitUntil(
    async () => (await rows`select from push.notifications where state = 'done'`).count === 1,
    waitOptions,
  )
  expect([...service.counts]).toEqual([['/after', 1]])
})
