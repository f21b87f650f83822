import { randomInt } from 'node:crypto'
import type { Sql } from 'postgres'
import type { TableInterface } from './table-interface.ts'

export interface FirstAdmin {
  email: string
  /** Only when it was generated: it is shown once and kept nowhere. */
  password: string | null
}

/** Neither vowels, so that no words come up, nor letters and digits that look alike. */
const alphabet = 'bcdfghjkmnpqrstvwxz23456789'

/**
 * Creates the first admin of a database that has none. One that exists is never changed.
 * @param sql connection of the database owner
 * @param admin address, the password if the operator chose one, and who is told about the account before it counts
 * @throws StartRefused when the address or the password is not acceptable. Source: specification, section 6, and ADMIN_EMAIL in npm start -- --help
 */
export async function ensureFirstAdmin(
  sql: Sql,
  tables: Pick<TableInterface, 'createAccount'>,
  admin: { email: string; password: string | undefined; introduce: (admin: FirstAdmin) => void },
): Promise<void> {
  const admins = await sql`select from public.profiles where role = 'admin' limit 1`
  if (admins.length > 0) return
  const password = admin.password ?? generatePassword()
  // What a start that was ended halfway left behind: an account that nobody has the password of.
  await sql`delete from auth.users where lower(email) = lower(${admin.email})`
  const id = await tables.createAccount({ email: admin.email, password })
  admin.introduce({ email: admin.email, password: admin.password === undefined ? password : null })
  await sql`insert into public.profiles (id, role) values (${id}, 'admin')`
}

/** @returns 20 random letters and digits in groups of five, 95 bits */
function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
