import type { JSONValue, Sql } from 'postgres'
import type { LinkAnswer } from '#domain/link-check.ts'

export interface StoredCheck extends LinkAnswer {
  link: string
  /** ISO 8601 */
  checked_at: string
}

/** Stores checks of links; one that is stored twice counts once. */
export async function storeChecks(sql: Sql, checks: readonly StoredCheck[]): Promise<void> {
  await sql`select links.store(${sql.json(checks as unknown as JSONValue)})`
}
