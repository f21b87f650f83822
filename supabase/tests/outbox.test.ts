import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openOutbox, type Outbox } from '#backend/realtime/outbox.ts'
import type { Change } from '#backend/realtime/change-reader.ts'
import { createPruning } from '#backend/realtime/outbox-position.ts'
import { until } from './realtime-client.ts'
import { settled } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const { sql, url } = await makeDatabase('migrated')

interface Heard {
  changes: Change[]
  positions: (string | null)[]
  lost: number
  feed: Outbox
}

const feeds: Outbox[] = []
afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.close()))
})

async function open(): Promise<Heard> {
  const feed = await openOutbox(url, () => {})
  feeds.push(feed)
  const heard: Heard = { changes: [], positions: [], lost: 0, feed }
  feed.listen({
    changed: (changes, position) => {
      heard.changes.push(...changes)
      heard.positions.push(position)
    },
    lost: () => (heard.lost += 1),
  })
  await settled(sql, heard.feed)
  heard.changes = []
  return heard
}

/** Titles of the jobs in a heard list, with what happened to them. */
function jobs({ changes }: Heard): string[] {
  return changes
    .filter(({ table }) => table === 'jobs')
    .map(({ kind, record }) => `${kind} ${record ? JSON.parse(record).title : ''}`.trim())
}

/** A draft: public rows also change the counts of the search, where writers wait for each other. */
async function addJob(by: postgres.ISql, title: string): Promise<number> {
  const [row] = await by<{ id: number }[]>`
    insert into jobs (title, slug, status) values (${title}, ${randomUUID()}, 'inactive') returning id`
  return row?.id ?? 0
}

/** A transaction of its own, committed or rolled back when the test says so. */
async function begin(): Promise<{ sql: postgres.Sql; end: (how: 'commit' | 'rollback') => Promise<void> }> {
  const own = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => own.end())
  await own`begin`
  return {
    sql: own,
    end: async (how) => {
      await own.unsafe(how)
    },
  }
}

describe('a change', () => {
  test('is heard with the row as it is, and what its changed columns held before', async () => {
    const heard = await open()
    const id = await addJob(sql, 'Clerk')
    await sql`update jobs set title = 'Senior clerk', total_posts = 4 where id = ${id}`
    await sql`delete from jobs where id = ${id}`
    await settled(sql, heard.feed)
    const [inserted, updated, deleted] = heard.changes.map(({ record, previous, ...facts }) => ({
      ...facts,
      record: JSON.parse(record ?? 'null'),
      previous: JSON.parse(previous ?? 'null'),
    }))
    expect(inserted).toMatchObject({
      table: 'jobs',
      kind: 'INSERT',
      record: { id: Number(id), title: 'Clerk' },
      previous: null,
    })
    expect(updated).toMatchObject({ kind: 'UPDATE', record: { title: 'Senior clerk', total_posts: 4 } })
    expect(updated?.previous).toEqual({ title: 'Clerk', total_posts: null, updated_at: inserted?.record.updated_at })
    expect(deleted).toMatchObject({ kind: 'DELETE', record: updated?.record, previous: null })
    expect(inserted?.record.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
    expect(heard.lost).toBe(0)
  })

  test('is written in Greenwich time, whatever the writer thinks', async () => {
    const heard = await open()
    const { sql: own, end } = await begin()
    await own`set local time zone 'Asia/Kolkata'`
    await addJob(own, 'Elsewhere')
    await end('commit')
    await settled(sql, heard.feed)
    expect(JSON.parse(heard.changes[0]?.record ?? '{}').created_at).toMatch(/\+00:00$/)
    expect(Math.abs(Date.parse(heard.changes[0]?.writtenAt ?? '') - Date.now())).toBeLessThan(10_000)
  })

  test.each([
    ['a counted view', (id: number) => sql`update jobs set view_count = view_count + 1 where id = ${id}`],
    ['an update that changes nothing', (id: number) => sql`update jobs set title = title where id = ${id}`],
    ['an update of no row', () => sql`update jobs set title = 'x' where false`],
    ['a deletion of no row', () => sql`delete from jobs where false`],
  ])('is not %s', async (_what, act) => {
    const id = await addJob(sql, 'Quiet')
    const heard = await open()
    await act(id)
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual([])
  })

  test('of a row that gets another id is a deletion and an insertion', async () => {
    const id = await addJob(sql, 'Moved')
    const heard = await open()
    await sql`update jobs set id = default, title = 'Moved away' where id = ${id}`
    await settled(sql, heard.feed)
    expect(jobs(heard).toSorted()).toEqual(['DELETE Moved', 'INSERT Moved away'])
  })

  test('that the database makes by itself is heard too', async () => {
    const [organization] =
      await sql`insert into organizations (name, slug) values ('Commission', ${randomUUID()}) returning id`
    const id = await addJob(sql, 'Referring')
    await sql`update jobs set organization_id = ${organization?.['id']} where id = ${id}`
    const heard = await open()
    await sql`delete from organizations where id = ${organization?.['id']}`
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual(['UPDATE Referring'])
    expect(heard.changes.map(({ table, kind }) => `${table} ${kind}`)).toContain('organizations DELETE')
  })

  test('made by "on conflict do update" is what became of the row', async () => {
    const [row] = await sql`insert into jobs (title, slug) values ('First', ${randomUUID()}) returning slug`
    const heard = await open()
    await sql`insert into jobs (title, slug) values ('Second', ${row?.['slug']}) on conflict (slug) do update set title = excluded.title`
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual(['UPDATE Second'])
  })
})

describe('only committed changes are heard', () => {
  test('never those that were rolled back', async () => {
    const heard = await open()
    const { sql: own, end } = await begin()
    await addJob(own, 'Regretted')
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual([])
    await end('rollback')
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual([])
  })

  test('nor what a savepoint took back', async () => {
    const heard = await open()
    const { sql: own, end } = await begin()
    await addJob(own, 'Kept')
    await own`savepoint here`
    await addJob(own, 'Taken back')
    await own`rollback to savepoint here`
    await addJob(own, 'Kept too')
    await end('commit')
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual(['INSERT Kept', 'INSERT Kept too'])
  })

  test('also of a transaction that wrote first and committed last', async () => {
    const heard = await open()
    const late = await begin()
    await addJob(late.sql, 'Late')
    await addJob(sql, 'Early')
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual(['INSERT Early'])
    await late.end('commit')
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual(['INSERT Early', 'INSERT Late'])
  })

  test('without waiting for a transaction that stays open', async () => {
    const { sql: own } = await begin()
    await addJob(own, 'Forgotten')
    const heard = await open()
    await addJob(sql, 'Meanwhile')
    await until(() => jobs(heard).length === 1)
    expect(jobs(heard)).toEqual(['INSERT Meanwhile'])
  })
})

describe('order', () => {
  test('changes of one row come in theirs, though the later writer began first', async () => {
    const id = await addJob(sql, 'Zero')
    const heard = await open()
    const second = await begin()
    await addJob(second.sql, 'Beside')
    const first = await begin()
    await first.sql`update jobs set title = 'One' where id = ${id}`
    const waiting = second.sql`update jobs set title = 'Two' where id = ${id}`.execute()
    await first.end('commit')
    await waiting
    await second.end('commit')
    await settled(sql, heard.feed)
    expect(jobs(heard).filter((change) => !change.endsWith('Beside'))).toEqual(['UPDATE One', 'UPDATE Two'])
  })

  test('under many writers at once nothing is missed, doubled or turned round', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, (_, number) => addJob(sql, `Row ${number}`)))
    const readers = await Promise.all([open(), open()])
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const own = postgres(url, { max: 1, onnotice: () => {} })
      for (let round = 0; round < 25; round += 1) {
        const failing = (writer + round) % 5 === 0
        await own
          .begin(async (transaction) => {
            const id = ids[(writer * 7 + round) % ids.length] ?? 0
            await addJob(transaction, `New ${writer}-${round}`)
            if (round % 3 === 0) await transaction`select pg_sleep(0.02)`
            await transaction`update jobs set total_posts = coalesce(total_posts, 0) + 1 where id = ${id}`
            if (failing) throw new Error('no')
          })
          .catch(() => {})
      }
      await own.end()
    })
    await Promise.all(writers)
    const written = await sql<
      { id: string; total_posts: number }[]
    >`select id, total_posts from jobs where id = any (${ids})`
    for (const heard of readers) {
      await settled(sql, heard.feed)
      const added = jobs(heard).filter((change) => change.startsWith('INSERT New'))
      expect(added.length).toBe(160)
      expect(new Set(added).size).toBe(160)
      for (const { id, total_posts: last } of written) {
        const counts = heard.changes
          .filter(({ kind, table }) => kind === 'UPDATE' && table === 'jobs')
          .map(({ record }) => JSON.parse(record ?? ''))
          .filter((row) => row.id === Number(id))
          .map((row) => row.total_posts)
        expect(counts).toEqual(Array.from({ length: last }, (_, number) => number + 1))
      }
      expect(new Set(heard.changes.map(({ place }) => place)).size).toBe(heard.changes.length)
    }
  })
})

describe('many rows at once', () => {
  test('ten thousand come in pages, and the position with the last', async () => {
    const heard = await open()
    heard.positions = []
    await sql`insert into jobs (title, slug) select 'Bulk', 'bulk-' || number from generate_series(1, 10000) as number`
    await until(() => jobs(heard).length >= 10_000)
    expect(jobs(heard).length).toBe(10_000)
    expect(heard.positions.slice(0, 20)).toEqual([...Array<null>(19).fill(null), expect.any(String)])
    expect(new Set(heard.changes.map(({ record }) => JSON.parse(record ?? '').slug)).size).toBe(10_000)
  })

  test('pages end before they hold too much at once', async () => {
    const heard = await open()
    heard.positions = []
    const long = 'x'.repeat(90_000)
    await sql`insert into jobs (title, slug, description) select 'Long', 'long-' || number, ${long} from generate_series(1, 100) as number`
    await until(() => jobs(heard).length >= 100)
    expect(jobs(heard).length).toBe(100)
    expect(heard.positions.length).toBeGreaterThan(2)
  })

  test('more than twenty thousand are one change of many', async () => {
    const heard = await open()
    await sql`insert into jobs (title, slug) select 'Import', 'import-' || number from generate_series(1, 20001) as number`
    await settled(sql, heard.feed)
    expect(heard.changes.filter(({ table }) => table === 'jobs').map(({ kind, record }) => [kind, record])).toEqual([
      ['MANY', null],
    ])
  })

  test('a table that is emptied too', async () => {
    const heard = await open()
    await sql`truncate jobs`
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual(['MANY'])
  })
})

describe('when things go wrong', () => {
  test('a notification that is missed costs a second, and five after it less than three', async () => {
    const heard = await open()
    await sql`alter table recruitments disable trigger all`
    await sql`alter table jobs disable trigger all`
    const silent = (title: string) => sql`insert into feed.changes (table_name, kind, record) values
      ('jobs', 'INSERT', ${sql.json({ title })})`
    await silent('Unannounced')
    await until(() => jobs(heard).length === 1)
    const start = performance.now()
    for (let number = 2; number < 7; number += 1) {
      await silent(`Unannounced, ${number}`)
      await until(() => jobs(heard).length === number)
    }
    expect(performance.now() - start).toBeLessThan(3_000)
    await sql`alter table recruitments enable trigger all`
    await sql`alter table jobs enable trigger all`
  })

  test('a connection that is lost is found again, with nothing missed', async () => {
    const heard = await open()
    for (let round = 0; round < 3; round += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'suchana'`
      await addJob(sql, `Round ${round}`)
    }
    await until(() => jobs(heard).length === 3)
    await settled(sql, heard.feed)
    expect(jobs(heard)).toEqual(['INSERT Round 0', 'INSERT Round 1', 'INSERT Round 2'])
    const start = performance.now()
    for (let number = 4; number < 9; number += 1) {
      await addJob(sql, 'Heard at once')
      await until(() => jobs(heard).length === number)
    }
    expect(performance.now() - start).toBeLessThan(3_000)
    expect(heard.lost).toBe(0)
  })

  test('a database that is older than what was seen is said to be', async () => {
    const heard = await open()
    heard.feed.remember('99999999:99999999:')
    await heard.feed.close()
    const next = await openOutbox(url, () => {})
    feeds.push(next)
    let lost = 0
    next.listen({ changed: () => {}, lost: () => (lost += 1) })
    await until(() => lost === 1)
    await next.close()
    expect((await open()).lost).toBe(0)
  })

  test('a listener that fails does not keep others from hearing', async () => {
    const failures: string[] = []
    const feed = await openOutbox(url, (what) => failures.push(what))
    feeds.push(feed)
    feed.listen({
      changed: () => {
        throw new Error('broken')
      },
      lost: () => {},
    })
    const heard: Heard = { changes: [], positions: [], lost: 0, feed }
    feed.listen({ changed: (changes) => heard.changes.push(...changes), lost: () => {} })
    await addJob(sql, 'For both')
    await settled(sql, heard.feed)
    expect(jobs(heard)).toContain('INSERT For both')
    expect(failures).toContain('A listener to changes failed')
  })
})

test('changes are deleted a quarter of an hour after they could be read, late commits too', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { prune } = createPruning(sql)
  const snapshot = async () => (await sql`select pg_current_snapshot()::text as now`)[0]?.['now'] as string
  const left = async () =>
    (await sql`select record ->> 'title' as title from feed.changes where table_name = 'jobs' order by place`).map(
      ({ title }) => title as string,
    )
  await sql`delete from feed.changes`
  const late = await begin()
  await addJob(late.sql, 'Written early, committed late')
  await addJob(sql, 'Old')
  await prune(await snapshot())
  await late.end('commit')
  vi.advanceTimersByTime(14 * 60_000)
  await prune(await snapshot())
  expect(await left()).toEqual(['Written early, committed late', 'Old'])
  vi.advanceTimersByTime(61_000)
  await addJob(sql, 'New')
  await prune(await snapshot())
  expect(await left()).toEqual(['Written early, committed late', 'New'])
  vi.advanceTimersByTime(14 * 60_000)
  await prune(await snapshot())
  expect(await left()).toEqual(['New'])
})

test('the next feed goes on at the remembered position', async () => {
  const first = await open()
  await addJob(sql, 'Passed on')
  await settled(sql, first.feed)
  first.feed.remember(first.positions.at(-1) ?? '')
  await first.feed.close()
  await addJob(sql, 'While nobody listened')
  const next = await openOutbox(url, () => {})
  feeds.push(next)
  const heard: Heard = { changes: [], positions: [], lost: 0, feed: next }
  next.listen({ changed: (changes) => heard.changes.push(...changes), lost: () => {} })
  await settled(sql, heard.feed)
  expect(jobs(heard)).toEqual(['INSERT While nobody listened'])
  expect(next.goesOn).toBe(true)
})
