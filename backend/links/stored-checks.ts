import type { Sql } from 'postgres'
import type { LinkCheck } from '#domain/link-check.ts'

export type StoredCheck = Omit<LinkCheck, 'failing_since'>

/** Stores checks of links; one that is stored twice counts once. */
export async function storeChecks(sql: Sql, checks: readonly StoredCheck[]): Promise<void> {
  await sql`select links.store(${sql.json(checks)})`
}
