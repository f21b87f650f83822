import type { ISql, Sql } from 'postgres'
import type { RequestRole } from './request-roles.ts'

/**
 * Does something in the database as whoever asked for it, in one transaction: row-level security decides, as it does for
 * the table interface.
 * @param sql connections of a user that may change into the request roles
 */
export function runAs<T>(
  sql: Sql,
  { role, claims }: { role: RequestRole; claims: { sub?: string } },
  work: (sql: ISql) => Promise<T>,
): Promise<T> {
  return sql.begin(async (transaction) => {
    await transaction`select set_config('role', ${role}, true),
      set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
      set_config('request.jwt.claim.role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ role, ...claims })}, true)`
    return work(transaction)
  }) as Promise<T>
}
