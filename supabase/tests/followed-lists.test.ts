import { describe, expect, test } from 'vitest'
import { FACET_NAMES, FACETS, type Facet, type Filters } from '#domain/content/filters.ts'
import { as, become, server, undone, visitor } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('sample')

type Sql = Parameters<Parameters<typeof undone>[1]>[0]

const organizations = (
  await sql<{ slug: string }[]>`select slug from organizations where id in (select organization_id from jobs)`
).map(({ slug }) => slug)
const choicesOf = (facet: Facet): string[] => {
  if (facet === 'organization') return organizations
  if (facet === 'age') return ['1', '17', '18', '21', '25', '27', '30', '35', '40', '56', '99']
  return FACETS[facet].choices.map(({ value }) => value)
}
const followable = FACET_NAMES.filter((facet) => !FACETS[facet].isOfDay)
const singles = followable.flatMap((facet) => choicesOf(facet).map((value): Filters => ({ [facet]: value })))

/** Always the same numbers from 0 to 1. */
const random = (
  (state: number) => () =>
    (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
)(7)
const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
const several = Array.from({ length: 250 }, (): Filters => ({
  ...oneOf(singles),
  ...oneOf(singles),
  ...oneOf(singles),
}))

async function topicOf(by: Sql, table: string, filters: object, unstated = false): Promise<string> {
  const [row] = await by`select push.list_topic(${table}, ${sql.json(filters as never)}, ${unstated}) as topic`
  return row?.['topic'] ?? ''
}

describe('the lists that a notice belongs to', () => {
  test.each(['jobs', 'admissions'])('%s: are those that show it', async (table) => {
    await undone(sql, async (by) => {
      // In some the fee of the general category is not known.
      await by`update ${by(table)} set fee_general = null, fee_sc_st = id % 2 * 100 where id % 3 = 0`
      const lists = [...singles, ...several].flatMap((filters) => [
        { filters, unstated: false },
        { filters, unstated: true },
      ])
      const shown = new Map<string, Set<number>>()
      for (const { filters, unstated } of lists) {
        const topic = await topicOf(by, table, filters, unstated)
        if (shown.has(topic)) continue
        await by`select push.store_list(${topic}, '{notices}')`
        const [row] =
          await by`select filtered_list(${table}, ${sql.json(filters)}, with_unstated => ${unstated}, page_size => 100) as list`
        shown.set(topic, new Set(row?.['list'].rows.map(({ id }: { id: number }) => id)))
      }
      const notices = await by.unsafe(`
        select id::int, array(
          select topic from push.lists where id = any (push.lists_with('${table}', push.terms_of(to_jsonb(notice)), '{notices}'))
        ) as topics from ${table} as notice where status is distinct from 'inactive'`)
      expect(notices.length).toBeGreaterThan(10)
      let matches = 0
      for (const { id, topics } of notices) {
        const expected = [...shown].filter(([, ids]) => ids.has(id)).map(([topic]) => topic)
        expect(new Set(topics), `${table} ${id}`).toEqual(new Set(expected))
        matches += expected.length
      }
      expect(matches).toBeGreaterThan(notices.length * 20)
    })
  })
})

describe('the topic of a list', () => {
  test('is the same for the same filters in any order, with the organization by its id', async () => {
    const [row] = await sql`select id from organizations where slug = ${organizations[0] ?? ''}`
    const organization = organizations[0]
    const expected = `list:jobs?age=27&organization=${row?.['id']}&qualification=10th&state=bihar`
    expect(await topicOf(sql, 'jobs', { state: 'bihar', qualification: '10th', organization, age: '027' })).toBe(
      expected,
    )
    expect(await topicOf(sql, 'jobs', { age: '27', organization, qualification: '10th', state: 'bihar' })).toBe(
      expected,
    )
  })

  test('leaves out what depends on the day', async () => {
    expect(await topicOf(sql, 'jobs', { state: 'goa', closing: 'week', application: 'open' }, true)).toBe(
      'list:jobs?state=goa&unstated=1',
    )
  })

  test.each([
    ['no filter', 'jobs', {}],
    ['only what depends on the day', 'jobs', { closing: 'week' }],
    ['an unknown choice', 'jobs', { state: 'atlantis' }],
    ['an unknown filter', 'jobs', { colour: 'red' }],
    ['an unknown organization', 'jobs', { organization: 'nobody' }],
    ['a kind without filters', 'results', { state: 'goa' }],
    ['no kind', 'profiles', { state: 'goa' }],
    ['no object', 'jobs', ['goa']],
  ])('there is none for %s', async (_what, table, filters) => {
    expect(await topicOf(sql, table, filters)).toBe('')
    const [row] = await as(
      sql,
      visitor,
      (by) => by`select push_list_topics(${table}, ${sql.json(filters as never)}) as topics`,
    )
    expect(row?.['topics']).toEqual([])
  })

  test.each([
    'list:jobs?state=bihar&qualification=10th',
    'list:jobs?age=027',
    'list:jobs?organization=999999',
    'list:jobs?state=goa&state=goa',
    'list:jobs?state=goa&unstated=2',
    'list:jobs?state=goa&closing=week',
    'list:jobs?state',
    'list:jobs?',
    'list:results?state=goa',
    "list:jobs?state=goa'",
  ])('another spelling leads to nothing: %s', async (topic) => {
    const [row] = await sql`select push.list_of(${topic}) as list`
    expect(row?.['list']).toBeNull()
  })

  test('says what it is about, by the present address of the organization', async () => {
    await undone(sql, async (by) => {
      const topic = await topicOf(by, 'jobs', { organization: organizations[0], fee: 'free' })
      await by`update organizations set slug = 'renamed', name = 'Renamed' where slug = ${organizations[0] ?? ''}`
      const [row] = await by`select push.subject_of(${topic}) as subject`
      expect(row?.['subject']).toEqual({
        kind: 'list',
        table: 'jobs',
        filters: { organization: 'renamed', fee: 'free' },
        organization: 'Renamed',
      })
    })
  })
})

test('the name of an inactive organization is not read, and its lists are answered like unknown ones', async () => {
  await undone(sql, async (by) => {
    const [slug = ''] = organizations
    const filters = { organization: slug, fee: 'free' }
    const topic = await topicOf(by, 'jobs', filters)
    await by`update organizations set is_active = false where slug = ${slug}`
    await by`set local role anon`
    const [row] = await by`select push_list_topics('jobs', ${sql.json(filters)}) as topics,
      push_list_topics('jobs', ${sql.json({ ...filters, organization: 'unknown' })}) as unknown`
    await by`reset role`
    expect(row).toEqual({ topics: [], unknown: [] })
    const [read] = await by`select push.subject_of(${topic}) as subject,
      push.follow('https://example.org/1', ${topic}, '{notices}', 100) as answer`
    expect(read).toEqual({ subject: null, answer: 'missing' })
  })
})

describe('the number of different lists', () => {
  test('is limited, but lists of one filter can always be followed', async () => {
    await undone(sql, async (by) => {
      await by`insert into push.lists (topic, table_name, events) select 'list:other?' || n, 'jobs', '{notices}' from generate_series(1, 20000) as n`
      const keep = async (topic: string) =>
        (await by`select push.store_list(${topic}, '{notices}') as is_stored`)[0]?.['is_stored']
      expect(await keep('list:jobs?qualification=10th&state=goa')).toBe(false)
      expect(await keep('list:jobs?state=goa')).toBe(true)
      expect(await keep('list:other?1')).toBe(true)
    })
  })

  test('sinks when nobody follows them any more', async () => {
    await undone(sql, async (by) => {
      const [subscription] =
        await by`insert into push_subscriptions (endpoint, p256dh, auth) values ('https://example.org/1', 'x', 'y') returning id, endpoint`
      const follow = (topic: string) => by`select push.follow('https://example.org/1', ${topic}, '{notices}', 100)`
      await follow('list:jobs?state=goa')
      await follow('list:jobs?state=bihar')
      await by`delete from push.follows where topic = 'list:jobs?state=goa' and subscription_id = ${subscription?.['id']}`
      const [row] = await by`select rules.delete_push_lists('0', 100) as deleted`
      expect(row).toEqual({ deleted: 1 })
      expect(await by`select topic from push.lists`).toEqual([{ topic: 'list:jobs?state=bihar' }])
      expect(await by`select term from push.list_terms order by term`).toEqual([
        { term: 'state=all-india' },
        { term: 'state=bihar' },
      ])
    })
  })

  test('sinks when only subscriptions that have ended follow them', async () => {
    await undone(sql, async (by) => {
      const [one, other] = [1, 2].map((n) => `https://example.org/${n}`)
      await by`insert into push_subscriptions (endpoint, p256dh, auth) values (${one!}, 'x', 'y'), (${other!}, 'x', 'y')`
      const topics = ['list:jobs?state=goa', 'list:jobs?state=bihar']
      await by`select push.follow(${one!}, topic, '{notices}', 100) from unnest(${topics}::text[]) as topic`
      await by`select push.follow(${other!}, ${topics[1]!}, '{notices}', 100)`
      await by`update push_subscriptions set is_active = false where endpoint = ${one!}`
      expect(await by`select rules.delete_push_lists('0', 100) as deleted`).toEqual([{ deleted: 1 }])
      expect(await by`select topic from push.lists`).toEqual([{ topic: topics[1] }])
      expect(await by`select topic from push.follows where topic like 'list:%'`).toEqual([
        { topic: topics[1] },
        { topic: topics[1] },
      ])
    })
  })
})

test('an organization that gets the notices of another one gets the followers of its lists', async () => {
  await undone(sql, async (by) => {
    const [from, to] =
      await by`select id::int, slug from organizations where slug = any (${organizations}) order by id limit 2`
    const [one, other] = [1, 2].map((n) => `https://example.org/${n}`)
    await by`insert into push_subscriptions (endpoint, p256dh, auth) values (${one!}, 'x', 'y'), (${other!}, 'x', 'y')`
    const topics = [from, to].map((each) => `list:jobs?organization=${each?.['id']}&qualification=10th`)
    await by`select push.follow(${one!}, ${topics[0]!}, '{notices,corrections}', 100), push.follow(${other!}, ${topics[0]!}, '{notices}', 100),
                    push.follow(${other!}, ${topics[1]!}, '{two_days}', 100)`
    await by`select push.move_lists(${from?.['id']}, ${to?.['id']})`
    expect(
      await by`select endpoint, topic, follows.events from push.follows join push_subscriptions on id = subscription_id order by endpoint`,
    ).toEqual([
      { endpoint: one, topic: topics[1], events: ['notices', 'corrections'] },
      { endpoint: other, topic: topics[1], events: ['two_days'] },
    ])
    const [list] = await by`select topic, events from push.lists`
    expect(list?.['topic']).toBe(topics[1])
    expect(new Set(list?.['events'])).toEqual(new Set(['notices', 'corrections', 'two_days']))
  })
})

test('who follows a notice and its list gets one reminder, also when it is one of hundreds', async () => {
  await undone(sql, async (by) => {
    await by`insert into push_subscriptions (endpoint, p256dh, auth) values ('https://example.org/1', 'x', 'y')`
    await by`insert into jobs (title, slug, states, apply_end_date)
      select 'Job', 'due-' || number, '{goa}', '2031-03-10' from generate_series(1, 201) as number`
    const [last] = await by`select max(id)::int as id from jobs`
    const topic = `notice:jobs:${last?.['id']}`
    for (const followed of ['list:jobs?state=goa', topic])
      await by`select push.follow('https://example.org/1', ${followed}, '{two_days}', 100)`
    // Servers write reminders with this role.
    const remind = async () => {
      await become(by, server)
      await by`select push.remind('2031-03-08T09:00:00+05:30')`
      await by`reset role`
    }
    const written = () =>
      by`select array_agg(topic order by topic) as topics from push.events
          where record_id = ${last?.['id']} and event = 'two_days' and not is_settled`
    await remind()
    expect(await written()).toMatchObject([{ topics: null }])
    await remind()
    expect(await written()).toMatchObject([{ topics: ['lists', topic] }])
    await remind()
    expect((await by`select from push.events where event = 'two_days' and lists <> '{}'`).count).toBe(201)
  })
})
