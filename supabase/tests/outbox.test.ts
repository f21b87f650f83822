import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openOutbox, type Outbox } from '#backend/outbox/outbox.ts'
import type { Change } from '#backend/outbox/change-reader.ts'
import { createPruning } from '#backend/outbox/outbox-position.ts'
import { until } from './realtime-client.ts'
import { settled } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const { sql, url } = await makeDatabase('migrated')

interface Received {
  changes: Change[]
  positions: (string | null)[]
  lost: number
  outbox: Outbox
}

const outboxes: Outbox[] = []
afterEach(async () => {
  await Promise.all(outboxes.splice(0).map((outbox) => outbox.close()))
})

async function open(): Promise<Received> {
  const outbox = await openOutbox(url, () => {})
  outboxes.push(outbox)
  const received: Received = { changes: [], positions: [], lost: 0, outbox }
  outbox.subscribe({
    onChanges: (changes, position) => {
      received.changes.push(...changes)
      received.positions.push(position)
    },
    onGap: () => (received.lost += 1),
  })
  await settled(sql, received.outbox)
  received.changes = []
  return received
}

/** @returns kind and title of each received change of a job */
function jobs({ changes }: Received): string[] {
  return changes
    .filter(({ table }) => table === 'jobs')
    .map(({ kind, record }) => `${kind} ${record ? JSON.parse(record).title : ''}`.trim())
}

/** Inserts a draft: public rows also change the term counts of the search, which writers lock. */
async function addJob(by: postgres.ISql, title: string): Promise<number> {
  const [row] = await by<{ id: number }[]>`
    insert into jobs (title, slug, status) values (${title}, ${randomUUID()}, 'inactive') returning id`
  return row?.id ?? 0
}

/** Begins a transaction that the test commits or rolls back. */
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

describe('a change in the outbox', () => {
  test('a change contains the row and the previous values of its changed columns', async () => {
    const received = await open()
    const id = await addJob(sql, 'Clerk')
    await sql`update jobs set title = 'Senior clerk', total_posts = 4 where id = ${id}`
    await sql`delete from jobs where id = ${id}`
    await settled(sql, received.outbox)
    const [inserted, updated, deleted] = received.changes.map(({ record, previous, ...facts }) => ({
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
    expect(received.lost).toBe(0)
  })

  test("a change is written in UTC, whatever the time zone of the writer's session", async () => {
    const received = await open()
    const { sql: own, end } = await begin()
    await own`set local time zone 'Asia/Kolkata'`
    await addJob(own, 'Elsewhere')
    await end('commit')
    await settled(sql, received.outbox)
    expect(JSON.parse(received.changes[0]?.record ?? '{}').created_at).toMatch(/\+00:00$/)
    expect(Math.abs(Date.parse(received.changes[0]?.writtenAt ?? '') - Date.now())).toBeLessThan(600_000)
  })

  test.each([
    ['a counted view', (id: number) => sql`update jobs set view_count = view_count + 1 where id = ${id}`],
    ['an update that changes nothing', (id: number) => sql`update jobs set title = title where id = ${id}`],
    ['an update of no row', () => sql`update jobs set title = 'x' where false`],
    ['a deletion of no row', () => sql`delete from jobs where false`],
  ])('no change is written for %s', async (_what, act) => {
    const id = await addJob(sql, 'Quiet')
    const received = await open()
    await act(id)
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual([])
  })

  test('a change of the id of a row is a deletion and an insertion', async () => {
    const id = await addJob(sql, 'Moved')
    const received = await open()
    await sql`update jobs set id = default, title = 'Moved away' where id = ${id}`
    await settled(sql, received.outbox)
    expect(jobs(received).toSorted()).toEqual(['DELETE Moved', 'INSERT Moved away'])
  })

  test('a change that the database makes by a foreign key is received, too', async () => {
    // No published table refers to another one in this way, but one of an operator may.
    await sql`alter table jobs add column replaces bigint references jobs on delete set null`
    const former = await addJob(sql, 'Former')
    const id = await addJob(sql, 'Referring')
    await sql`update jobs set replaces = ${former} where id = ${id}`
    const received = await open()
    await sql`delete from jobs where id = ${former}`
    await settled(sql, received.outbox)
    expect(jobs(received).toSorted()).toEqual(['DELETE Former', 'UPDATE Referring'])
  })

  test('an "on conflict do update" is received as an update', async () => {
    const [row] = await sql`insert into jobs (title, slug) values ('First', ${randomUUID()}) returning slug`
    const received = await open()
    await sql`insert into jobs (title, slug) values ('Second', ${row?.['slug']}) on conflict (slug) do update set title = excluded.title`
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual(['UPDATE Second'])
  })
})

describe('the outbox delivers committed changes only', () => {
  test('the outbox does not deliver changes that were rolled back', async () => {
    const received = await open()
    const { sql: own, end } = await begin()
    await addJob(own, 'Regretted')
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual([])
    await end('rollback')
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual([])
  })

  test('the outbox does not deliver changes that were rolled back to a savepoint', async () => {
    const received = await open()
    const { sql: own, end } = await begin()
    await addJob(own, 'Visible')
    await own`savepoint here`
    await addJob(own, 'Taken back')
    await own`rollback to savepoint here`
    await addJob(own, 'Visible too')
    await end('commit')
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual(['INSERT Visible', 'INSERT Visible too'])
  })

  test('the outbox delivers the changes of a transaction that wrote first and committed last', async () => {
    const received = await open()
    const late = await begin()
    await addJob(late.sql, 'Late')
    await addJob(sql, 'Early')
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual(['INSERT Early'])
    await late.end('commit')
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual(['INSERT Early', 'INSERT Late'])
  })

  test('the outbox delivers changes while an older transaction stays open', async () => {
    const { sql: own } = await begin()
    await addJob(own, 'Forgotten')
    const received = await open()
    await addJob(sql, 'Meanwhile')
    await until(() => jobs(received).length === 1)
    expect(jobs(received)).toEqual(['INSERT Meanwhile'])
  })
})

describe('order of changes', () => {
  test('changes of one row arrive in the order of its versions, even if the later writer began first', async () => {
    const id = await addJob(sql, 'Zero')
    const received = await open()
    const second = await begin()
    await addJob(second.sql, 'Beside')
    const first = await begin()
    await first.sql`update jobs set title = 'One' where id = ${id}`
    const waiting = second.sql`update jobs set title = 'Two' where id = ${id}`.execute()
    await first.end('commit')
    await waiting
    await second.end('commit')
    await settled(sql, received.outbox)
    expect(jobs(received).filter((change) => !change.endsWith('Beside'))).toEqual(['UPDATE One', 'UPDATE Two'])
  })

  test('many concurrent writers: no change is lost, delivered twice or out of order', async () => {
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
    for (const received of readers) {
      await settled(sql, received.outbox)
      const added = jobs(received).filter((change) => change.startsWith('INSERT New'))
      expect(added.length).toBe(160)
      expect(new Set(added).size).toBe(160)
      for (const { id, total_posts: last } of written) {
        const counts = received.changes
          .filter(({ kind, table }) => kind === 'UPDATE' && table === 'jobs')
          .map(({ record }) => JSON.parse(record ?? ''))
          .filter((row) => row.id === Number(id))
          .map((row) => row.total_posts)
        expect(counts).toEqual(Array.from({ length: last }, (_, number) => number + 1))
      }
      expect(new Set(received.changes.map(({ sequence }) => sequence)).size).toBe(received.changes.length)
    }
  })
})

describe('many rows in one transaction', () => {
  test('ten thousand changes arrive in pages, and the position with the last page', async () => {
    const received = await open()
    received.positions = []
    await sql`insert into jobs (title, slug, status) select 'Bulk', 'bulk-' || number, 'inactive' from generate_series(1, 10000) as number`
    await until(() => jobs(received).length >= 10_000)
    expect(jobs(received).length).toBe(10_000)
    expect(received.positions.slice(0, 20)).toEqual([...Array<null>(19).fill(null), expect.any(String)])
    expect(new Set(received.changes.map(({ record }) => JSON.parse(record ?? '').slug)).size).toBe(10_000)
  })

  test('a page ends before its size limit', async () => {
    const received = await open()
    received.positions = []
    const long = 'x'.repeat(90_000)
    await sql`insert into jobs (title, slug, description) select 'Long', 'long-' || number, ${long} from generate_series(1, 100) as number`
    await until(() => jobs(received).length >= 100)
    expect(jobs(received).length).toBe(100)
    expect(received.positions.length).toBeGreaterThan(2)
  })

  test('more than twenty thousand changes in one statement arrive as one change of kind MANY', async () => {
    const received = await open()
    await sql`insert into jobs (title, slug, status) select 'Import', 'import-' || number, 'inactive' from generate_series(1, 20001) as number`
    await settled(sql, received.outbox)
    expect(received.changes.filter(({ table }) => table === 'jobs').map(({ kind, record }) => [kind, record])).toEqual([
      ['MANY', null],
    ])
  })

  test('truncating a table arrives as one change of kind MANY', async () => {
    const received = await open()
    await sql`truncate jobs`
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual(['MANY'])
  })
})

describe('failures of the outbox', () => {
  test('changes without a notification are found by polling', async () => {
    const received = await open()
    await sql`alter table recruitments disable trigger all`
    await sql`alter table jobs disable trigger all`
    const silent = (title: string) => sql`insert into outbox.changes (table_name, kind, record) values
      ('jobs', 'INSERT', ${sql.json({ title })})`
    for (const number of [1, 2, 3]) {
      await silent(`Unannounced ${number}`)
      await until(() => jobs(received).length === number)
    }
    expect(jobs(received)).toEqual(['INSERT Unannounced 1', 'INSERT Unannounced 2', 'INSERT Unannounced 3'])
    await sql`alter table recruitments enable trigger all`
    await sql`alter table jobs enable trigger all`
  })

  test('after a lost connection the outbox reconnects without losing a change', async () => {
    const received = await open()
    for (let round = 0; round < 3; round += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'suchana'`
      await addJob(sql, `Round ${round}`)
    }
    await until(() => jobs(received).length === 3)
    await settled(sql, received.outbox)
    expect(jobs(received)).toEqual(['INSERT Round 0', 'INSERT Round 1', 'INSERT Round 2'])
    expect(received.lost).toBe(0)
  })

  test('a database older than the stored position is reported as lost', async () => {
    const received = await open()
    received.outbox.savePosition('99999999:99999999:')
    await received.outbox.close()
    const next = await openOutbox(url, () => {})
    outboxes.push(next)
    let lost = 0
    next.subscribe({ onChanges: () => {}, onGap: () => (lost += 1) })
    await until(() => lost === 1)
    await next.close()
    expect((await open()).lost).toBe(0)
  })

  test('a state of the database without the last change is noticed, once, and changes are received again', async () => {
    const received = await open()
    await addJob(sql, 'Undone by a restore')
    await until(() => jobs(received).length === 1)
    // What an earlier state of the same database looks like, when as many transactions have run in it.
    await sql`delete from outbox.changes where record ->> 'title' = 'Undone by a restore'`
    await until(() => received.lost === 1)
    await addJob(sql, 'Written after the restore')
    await until(() => jobs(received).includes('INSERT Written after the restore'))
    await settled(sql, received.outbox)
    expect(received.lost).toBe(1)
  })

  test('a database that was replaced while a large transaction was read is read from its present on', async () => {
    const received = await open()
    const stop = received.outbox.subscribe({
      onChanges: (_changes, position) => {
        if (position !== null) return
        stop()
        void sql.unsafe("drop trigger record_updates on categories; select outbox.record_table('categories')").execute()
      },
      onGap: () => {},
    })
    await sql`insert into jobs (title, slug, status) select 'Paged', 'paged-' || number, 'inactive' from generate_series(1, 10000) as number`
    await until(() => received.lost === 1)
    await addJob(sql, 'In the present')
    await until(() => jobs(received).includes('INSERT In the present'))
    expect(received.lost).toBe(1)
  })

  test('a user without special rights can read the identity of cluster, database and outbox', async () => {
    const { sql: own, end } = await begin()
    await own`grant usage on schema outbox to anon`
    await own`grant select on outbox.identity to anon`
    await own`grant execute on function outbox.current_identity to anon`
    await own`set local role anon`
    const [row] = await own`select outbox.current_identity() as identity`
    await end('rollback')
    expect(row?.['identity']).toMatch(/^\d{19} [0-9A-F]{8} \d+ [0-9a-f-]{36} \d+(,\d+)+$/)
  })

  test('a listener that throws does not stop other listeners', async () => {
    const failures: string[] = []
    const outbox = await openOutbox(url, (what) => failures.push(what))
    outboxes.push(outbox)
    outbox.subscribe({
      onChanges: () => {
        throw new Error('broken')
      },
      onGap: () => {},
    })
    const received: Received = { changes: [], positions: [], lost: 0, outbox }
    outbox.subscribe({ onChanges: (changes) => received.changes.push(...changes), onGap: () => {} })
    await addJob(sql, 'For both')
    await settled(sql, received.outbox)
    expect(jobs(received)).toContain('INSERT For both')
    expect(failures).toContain('A listener to changes failed')
  })
})

test('changes are deleted a quarter of an hour after they became readable, late commits too', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { prune } = createPruning(sql)
  const snapshot = async () => (await sql`select pg_current_snapshot()::text as now`)[0]?.['now'] as string
  const left = async () =>
    (await sql`select record ->> 'title' as title from outbox.changes where table_name = 'jobs' order by sequence`).map(
      ({ title }) => title as string,
    )
  await sql`delete from outbox.changes`
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

test('changes of a database that was replaced by an older copy are stored for a quarter of an hour from then on', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await sql`delete from outbox.changes`
  await addJob(sql, 'In the copy too')
  const received = await open()
  vi.advanceTimersByTime(14 * 60_000)
  await addJob(sql, 'Undone by the copy')
  await until(() => jobs(received).includes('INSERT Undone by the copy'))
  await sql`delete from outbox.changes where record ->> 'title' = 'Undone by the copy'`
  await until(() => received.lost === 1)
  vi.advanceTimersByTime(2 * 60_000)
  // Changes are deleted after a read, so after the second of these they would be.
  for (const title of ['After it', 'Again']) {
    await addJob(sql, title)
    await until(() => jobs(received).includes(`INSERT ${title}`))
  }
  await received.outbox.close()
  expect(await sql`select from outbox.changes where record ->> 'title' = 'In the copy too'`).toHaveLength(1)
})

test('a new outbox continues at the stored position', async () => {
  const first = await open()
  await addJob(sql, 'Passed on')
  await settled(sql, first.outbox)
  first.outbox.savePosition(first.positions.at(-1) ?? '')
  await first.outbox.close()
  await addJob(sql, 'While the server was down')
  const next = await openOutbox(url, () => {})
  outboxes.push(next)
  const received: Received = { changes: [], positions: [], lost: 0, outbox: next }
  next.subscribe({ onChanges: (changes) => received.changes.push(...changes), onGap: () => {} })
  await settled(sql, received.outbox)
  expect(jobs(received)).toEqual(['INSERT While the server was down'])
  expect(next.isResumed).toBe(true)
})
