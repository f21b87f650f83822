import { readFileSync } from 'node:fs'
import { createHistogram } from 'node:perf_hooks'
import type postgres from 'postgres'

/** @returns a function for the processor time of a session until now, in milliseconds; only Linux tells it */
export async function processorTimeOf(sql: postgres.Sql): Promise<() => number> {
  const [session] = await sql`select pg_backend_pid() as pid`
  const file = `/proc/${session?.['pid']}/schedstat`
  return () => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
}

/** Collects how long work takes, and how much of it the processor works for its session. */
export function newTimer() {
  const waited = createHistogram()
  const worked = createHistogram()
  return {
    async time(work: () => Promise<unknown>, processorTime: () => number): Promise<void> {
      const [start, workStart] = [performance.now(), processorTime()]
      await work()
      waited.record(microseconds(performance.now() - start))
      worked.record(microseconds(processorTime() - workStart))
    },
    figures: () => ({
      'p50 ms': ms(waited.percentile(50)),
      'p99 ms': ms(waited.percentile(99)),
      'processor p50 ms': ms(worked.percentile(50)),
      'processor p99 ms': ms(worked.percentile(99)),
    }),
  }
}

const microseconds = (duration: number) => Math.max(1, Math.round(duration * 1000))
const ms = (duration: number) => (duration / 1000).toFixed(1)
