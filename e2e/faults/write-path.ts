import type postgres from 'postgres'
import type { startPushService } from '#test/fakes/push-service.ts'
import type { Server } from '#e2e/start/server.ts'

/** What write paths need. Everything but the write itself avoids the connections that are cut. */
export interface WriteTools {
  /** The server whose connections are cut, its key and the address of its database. */
  server: Server
  databaseUrl: string
  key: Record<string, string>
  /** A server on the same database whose connections are not cut. */
  owner: Server
  account: { email: string; password: string }
  /** Headers of a signed-in admin. */
  admin: Record<string, string>
  sql: postgres.Sql
  pushService: Awaited<ReturnType<typeof startPushService>>
}

/** A write, ready to be made once. */
export interface PreparedWrite {
  /** @returns the status of the answer; 0 without one */
  act: () => Promise<number>
  /**
   * What the write has changed, in parts that may change apart from each other. The texts are the same for every try,
   * so that they can be compared.
   */
  state: () => Promise<string[]>
}

export interface WritePath {
  name: string
  /** Whether one try takes about a second. */
  isSlow?: true
  /** @param mark is unique to this try: lower case letters and digits */
  prepare(tools: WriteTools, mark: string): Promise<PreparedWrite>
}
