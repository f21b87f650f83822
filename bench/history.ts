import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { showTable } from '#bench/figures.ts'
import { databaseOf, startServer, temporaryFolder } from '#bench/running-server.ts'

const account = { email: 'editor@bench.example', password: 'a password of the bench' }
const blocks = 40
const savesOfBlock = 15

/**
 * Prints what the history adds to a save, and how long it takes to undo an act.
 *
 * @param rows of the act
 */
export async function measureHistory(rows: number): Promise<void> {
  const folder = temporaryFolder()
  const env = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
  const server = await startServer(folder.path, env)
  const sql = postgres(databaseOf(folder.path), { max: 1, onnotice: () => {} })
  try {
    const [key = ''] = /sb_publishable_[\w-]+/.exec(await (await fetch(`${server.url}/admin/login`)).text()) ?? []
    const act = randomUUID()
    const client = createClient(server.url, key, { global: { headers: { 'X-Act': act, 'X-Source': 'bulk' } } })
    const { error } = await client.auth.signInWithPassword(account)
    if (error) throw error
    await measureSaves(sql, client)
    await measureUndoing(sql, client, rows)
    await client.auth.signOut()
  } finally {
    await sql.end()
    await server.stop()
    folder.remove()
  }
}

/** Blocks of saves with and without the history take turns, so that both meet the same load of the machine. */
async function measureSaves(sql: Sql, client: SupabaseClient): Promise<void> {
  const times: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] }
  let posts = 0
  for (let block = -2; block < blocks; block += 1) {
    for (const state of ['enable', 'disable'] as const) {
      await sql.unsafe(`alter table jobs ${state} trigger history_updated`)
      for (let save = 0; save < savesOfBlock; save += 1) {
        posts += 1
        const change = { total_posts: posts, description: `Saved ${posts} times`, apply_end_date: '2026-12-31' }
        const began = performance.now()
        const { error } = await client.from('jobs').update(change).eq('id', 1).select()
        if (error) throw error
        if (block >= 0 && save > 0) times[state].push(performance.now() - began)
      }
    }
  }
  await sql`alter table jobs enable trigger history_updated`
  // What other programs take of the processor is least in the shortest times.
  const [recorded, plain] = [quantile(times.enable, 0.5), quantile(times.disable, 0.5)]
  const [shortest, shortestPlain] = [quantile(times.enable, 0.1), quantile(times.disable, 0.1)]
  showTable(`${times.enable.length} saves of a job by REST with the history, and as many without it, in turn`, {
    'with, median ms': recorded.toFixed(2),
    'without, median ms': plain.toFixed(2),
    'difference %': ((recorded / plain - 1) * 100).toFixed(1),
    'with, shortest tenth ms': shortest.toFixed(2),
    'without, shortest tenth ms': shortestPlain.toFixed(2),
    'difference of these %': ((shortest / shortestPlain - 1) * 100).toFixed(1),
  })
}

async function measureUndoing(sql: Sql, client: SupabaseClient, rows: number): Promise<void> {
  const act = randomUUID()
  await sql`insert into jobs (title, slug) select 'Job ' || n, 'bench-' || n from generate_series(1, ${rows}) as n`
  const began = performance.now()
  await sql.begin(async (by) => {
    await by`select set_config('suchana.act', ${act}, true)`
    await by`update jobs set status = 'closed', apply_end_date = '2027-01-31' where slug ^@ 'bench-'`
  })
  const changed = performance.now()
  const { data, error } = await client.rpc('undo_act', { act })
  if (error) throw error
  showTable(`A change of ${rows} jobs in one act, and its undoing by REST`, {
    'change, ms': (changed - began).toFixed(0),
    'undoing, ms': (performance.now() - changed).toFixed(0),
    'rows restored': (data as { undone: number }).undone,
  })
}

function quantile(values: number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
}
