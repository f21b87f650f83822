import { createHistogram } from 'node:perf_hooks'
import type postgres from 'postgres'
import type { Row } from '#bench/record.ts'
import type { RunningServer } from '#bench/running-server.ts'

const CHANGES = 200

/** Milliseconds from a commit until the cached page of the notice, requested continuously, shows the change. */
export async function measureVisible(server: RunningServer, sql: postgres.Sql): Promise<Row[]> {
  const [job] = await sql<{ id: number; slug: string }[]>`
    select id::int, slug from jobs where status is distinct from 'inactive' order by id limit 1`
  if (!job) throw new Error('There is no job to change')
  const url = `${server.url}/jobs/${job.slug}`
  const histogram = createHistogram()
  for (let number = 0; number < CHANGES; number += 1) {
    const title = `Changed for the ${number}th time`
    await sql`update jobs set title = ${title} where id = ${job.id}`
    const committed = performance.now()
    while (!(await (await fetch(url)).text()).includes(title)) continue
    histogram.record(Math.max(1, Math.round((performance.now() - committed) * 1_000)))
  }
  const milliseconds = (microseconds: number) => (microseconds / 1_000).toFixed(1)
  return [
    {
      changes: CHANGES,
      'p50 ms': milliseconds(histogram.percentile(50)),
      'p99 ms': milliseconds(histogram.percentile(99)),
      'longest ms': milliseconds(histogram.max),
    },
  ]
}
