import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Rounds } from './rounds.ts'

/** Due plans that are looked at for one that can be carried out. */
const lookedAt = 20

/**
 * Milliseconds between two looks at the plans at most. A plan whose time is past or near when it is stored waits for the
 * next look.
 */
const longestWait = 3_000

/**
 * Changes the state of rows whose planned time has come: at the time itself, or as soon as a server runs again. Any number
 * of servers may do so on one database. Source: docs/behaviour/publication.md#scheduling
 * @param sql connections that are "service_role"
 * @param logFailure called when a round fails; not again for rounds that fail after it
 */
export function openDuePlans(sql: Sql, logFailure: (what: string, error: unknown) => void): Rounds {
  const stopping = new AbortController()
  const { signal } = stopping
  let isFailing = false

  async function round(): Promise<number> {
    try {
      await applyDuePlans(sql, signal)
      const wait = await untilNextPlan(sql)
      isFailing = false
      return wait
    } catch (error) {
      if (!signal.aborted && !isFailing) logFailure('Planned changes could not be made', error)
      isFailing = true
      return longestWait
    }
  }
  async function follow(): Promise<void> {
    while (!signal.aborted) await pause(await round(), null, { signal, ref: false }).catch(() => undefined)
  }

  const following = follow()
  return {
    close: () => {
      stopping.abort()
      return following
    },
  }
}

/** Carries out due plans, each in its own transaction, until none is left that this server can lock, or the signal is aborted. */
export async function applyDuePlans(sql: Sql, signal?: AbortSignal): Promise<void> {
  for (let applied = 1; applied > 0 && !signal?.aborted;) {
    const [row] = await sql<{ applied: number }[]>`select rules.apply_due_plans(${lookedAt}) as applied`
    applied = row?.applied ?? 0
  }
}

/** @returns milliseconds */
async function untilNextPlan(sql: Sql): Promise<number> {
  const [row] = await sql<{ wait: number | null }[]>`select rules.next_due_plan() as wait`
  // A plan that is due already is held by a save or another server, so it is not asked for again at once.
  return Math.min(Math.max(row?.wait ?? longestWait, 200), longestWait)
}
