import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReservedSql, Sql } from 'postgres'
import { DatabaseError, isConnectionLost } from '#backend/database/database-error.ts'

interface RequestState {
  isLost: boolean
  /** The statement that was sent last. */
  statement?: PromiseLike<unknown>
}

/** What happened to the connections of the request that is being served. */
const current = new AsyncLocalStorage<RequestState>()

/**
 * Supabase Lite answers a lost connection with 500, in several forms; clients then take a session for ended. The
 * statement of a read whose client leaves is ended with its connection; a write is finished.
 * @returns the response of a request, and 503 in place of one that failed because the database cannot be reached
 * Source: docs/behaviour/faults.md#clients-that-leave
 */
export function reportingLostConnections(request: Request, serve: () => Promise<Response>): Promise<Response> {
  const state: RequestState = { isLost: false }
  if (request.method === 'GET' || request.method === 'HEAD') dropWithClient(request.signal, () => state.statement)
  return current.run(state, async () => {
    const response = await serve()
    return state.isLost && response.status >= 500 ? DatabaseError.unavailable().getResponse() : response
  })
}

/** Ends a running statement, with its connection, when the client that asked for it leaves. */
export function dropWithClient(signal: AbortSignal, statement: () => PromiseLike<unknown> | undefined): void {
  // The method is added to a statement that has been sent by `patches/postgres+3.4.9.patch`; the types do not know it.
  const drop = () => (statement() as { drop?(): void } | undefined)?.drop?.()
  signal.addEventListener('abort', drop, { once: true })
}

/** Lets the requests that use these connections know when one was lost, or none was free. */
export function notingLostConnections(driver: Sql): void {
  const reserve = driver.reserve.bind(driver)
  driver.reserve = async () => {
    const reserved = await reserve().catch(note)
    const run = reserved.unsafe.bind(reserved)
    const giveBack = reserved.release.bind(reserved)
    let isLost = false
    const unsafe = (...query: Parameters<ReservedSql['unsafe']>) => {
      const running = run(...query)
      noteStatement(running)
      running.catch((error: unknown) => {
        isLost ||= isConnectionLost(error)
        noteSilently(error)
      })
      return running
    }
    // The driver takes a lost connection back when its socket has closed. Before that, the next request would get it.
    const release = () => {
      if (!isLost) giveBack()
    }
    return Object.assign(reserved, { unsafe, release })
  }
}

function note(error: unknown): never {
  noteSilently(error)
  throw error
}

function noteStatement(statement: PromiseLike<unknown>): void {
  const state = current.getStore()
  if (state) state.statement = statement
}

function noteSilently(error: unknown): void {
  const state = current.getStore()
  if (state && isConnectionLost(error)) state.isLost = true
}
