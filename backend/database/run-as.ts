import type { ISql, Sql } from 'postgres'
import type { RequestRole } from './request-roles.ts'

/**
 * Runs work in one transaction with the role and the claims of a client, so that row-level security applies as it does
 * to requests below /rest/v1/.
 * @param sql connections of a user that may switch to the request roles
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
