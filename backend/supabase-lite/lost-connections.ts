import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReservedSql, Sql } from 'postgres'
import { DatabaseError, isConnectionLost } from '#backend/database/database-error.ts'

/** What happened to the connections of the request that is being served. */
const current = new AsyncLocalStorage<{ isLost: boolean }>()

/**
 * Supabase Lite answers a lost connection with 500, in several forms; clients then take a session for ended.
 * @returns the response of a request, and 503 in place of one that failed because the database cannot be reached
 */
export function reportingLostConnections(serve: () => Promise<Response>): Promise<Response> {
  const state = { isLost: false }
  return current.run(state, async () => {
    const response = await serve()
    return state.isLost && response.status >= 500 ? DatabaseError.unavailable().getResponse() : response
  })
}

/** Lets the requests that use these connections know when one was lost, or none was free. */
export function notingLostConnections(driver: Sql): void {
  const reserve = driver.reserve.bind(driver)
  driver.reserve = async () => {
    const reserved = await reserve().catch(note)
    const run = reserved.unsafe.bind(reserved)
    const unsafe = (...query: Parameters<ReservedSql['unsafe']>) => {
      const running = run(...query)
      running.catch(noteSilently)
      return running
    }
    return Object.assign(reserved, { unsafe })
  }
}

function note(error: unknown): never {
  noteSilently(error)
  throw error
}

function noteSilently(error: unknown): void {
  const state = current.getStore()
  if (state && isConnectionLost(error)) state.isLost = true
}
