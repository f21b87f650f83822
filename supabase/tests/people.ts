import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'

/** Somebody who asks the database something: a role, and the claims of the token that the request carries. */
export interface Person {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: { sub?: string; session_id?: string }
}

export const visitor: Person = { role: 'anon', claims: {} }
export const server: Person = { role: 'service_role', claims: {} }

/** An account with a session, signed in. */
export async function signIn(sql: postgres.ISql, role: string | null): Promise<Person> {
  const [sub, session_id] = [randomUUID(), randomUUID()]
  await sql`insert into auth.users (id, email) values (${sub}, ${`${sub}@example.org`})`
  await sql`insert into auth.sessions (id, user_id) values (${session_id}, ${sub})`
  if (role !== null) await sql`insert into profiles (id, role) values (${sub}, ${role})`
  return { role: 'authenticated', claims: { sub, session_id } }
}

/** Thrown so that the transaction is undone, with what it found. */
class Undo extends Error {
  readonly found: unknown

  constructor(found: unknown) {
    super('undo')
    this.found = found
  }
}

/** Does something as a person, the way the table interface does, and undoes it. */
export function as<T>(sql: postgres.Sql, person: Person, work: (sql: postgres.ISql) => Promise<T>): Promise<T> {
  return undone(sql, async (transaction) => {
    await become(transaction, person)
    return work(transaction)
  })
}

/** Does something and undoes it. */
export async function undone<T>(sql: postgres.Sql, work: (sql: postgres.ISql) => Promise<T>): Promise<T> {
  try {
    return await sql.begin(async (transaction) => {
      throw new Undo(await work(transaction))
    })
  } catch (error) {
    if (error instanceof Undo) return error.found as T
    throw error
  }
}

/** For the rest of the transaction. */
export async function become(sql: postgres.ISql, { role, claims }: Person): Promise<void> {
  await sql`select set_config('role', ${role}, true),
    set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
    set_config('request.jwt.claim.role', ${role}, true),
    set_config('request.jwt.claims', ${JSON.stringify({ role, ...claims })}, true)`
}
