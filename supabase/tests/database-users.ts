import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'

/** The user of a database session: a role, and the claims of the request's token. */
export interface Person {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: { sub?: string; session_id?: string; aal?: string }
}

export const visitor: Person = { role: 'anon', claims: {} }
export const server: Person = { role: 'service_role', claims: {} }

/** Inserts an account with a session. */
export async function signIn(sql: postgres.ISql, role: string | null): Promise<Person> {
  const [sub, session_id] = [randomUUID(), randomUUID()]
  await sql`insert into auth.users (id, email) values (${sub}, ${`${sub}@example.org`})`
  await sql`insert into auth.sessions (id, user_id) values (${session_id}, ${sub})`
  if (role !== null) await sql`insert into profiles (id, role) values (${sub}, ${role})`
  return { role: 'authenticated', claims: { sub, session_id } }
}

/** Gives an account a verified second factor. */
export async function addFactor(sql: postgres.ISql, { claims }: Person): Promise<void> {
  await sql`insert into staff.factors (account, name, secret, verified_at) values (${claims.sub ?? ''}, '', 'x', now())`
}

/** @returns the person after the second factor was given */
export async function withSecondFactor(sql: postgres.ISql, person: Person): Promise<Person> {
  await sql`update auth.sessions set aal = 'aal2' where id = ${person.claims.session_id ?? ''}`
  return { ...person, claims: { ...person.claims, aal: 'aal2' } }
}

/** Thrown to roll a transaction back; carries the result of its work. */
class Undo extends Error {
  readonly found: unknown

  constructor(found: unknown) {
    super('undo')
    this.found = found
  }
}

/** Does some work as a user, the way PostgREST does, and rolls it back. */
export function as<T>(sql: postgres.Sql, person: Person, work: (sql: postgres.ISql) => Promise<T>): Promise<T> {
  return undone(sql, async (transaction) => {
    await become(transaction, person)
    return work(transaction)
  })
}

/** Does some work in a transaction and rolls it back. */
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

/** Sets the role and the claims for the rest of the transaction. */
export async function become(sql: postgres.ISql, { role, claims }: Person): Promise<void> {
  await sql`select set_config('role', ${role}, true),
    set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
    set_config('request.jwt.claim.role', ${role}, true),
    set_config('request.jwt.claims', ${JSON.stringify({ role, ...claims })}, true)`
}
