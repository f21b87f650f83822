import { randomInt } from 'node:crypto'
import { hash } from 'bcryptjs'
import type { ISql, Sql } from 'postgres'
import { StartupError } from './startup-error.ts'
import type { SupabaseLite } from './supabase-lite.ts'

export interface FirstAdmin {
  email: string
  /** Only when it was generated: it is shown once and kept nowhere. */
  password: string | null
}

/** Who may create accounts. */
type Accounts = Pick<SupabaseLite, 'createAccount'>

/** Neither vowels, so that no words come up, nor letters and digits that look alike. */
const alphabet = 'bcdfghjkmnpqrstvwxz23456789'

/** As sign-in computes it. */
const bcryptCost = 10

/**
 * Creates the first admin of a database that has none. One that exists is never changed.
 * @param sql connection of the database owner
 * @param admin address, the password if the operator chose one, and who is told about the account before it counts
 * @throws StartupError when the address or the password is not acceptable. Source: specification, section 6, and ADMIN_EMAIL in npm start -- --help
 */
export async function ensureFirstAdmin(
  sql: Sql,
  accounts: Accounts,
  admin: { email: string; password: string | undefined; introduce: (admin: FirstAdmin) => void },
): Promise<void> {
  const admins = await sql`select from public.profiles where role = 'admin' limit 1`
  if (admins.length > 0) return
  const password = admin.password ?? generatePassword()
  // What a start that was ended halfway left behind: an account that nobody has the password of.
  await sql`delete from auth.users where lower(email) = lower(${admin.email})`
  const id = await accounts.createAccount({ email: admin.email, password })
  admin.introduce({ email: admin.email, password: admin.password === undefined ? password : null })
  await sql`insert into public.profiles (id, role) values (${id}, 'admin')`
}

/**
 * Makes somebody staff. Whoever has an account keeps its password, and its sessions become those of staff.
 * @param sql connection of the database owner
 * @returns what there was to do
 * @throws StartupError when sign-in does not accept the address or the password
 */
export async function addStaff(
  sql: Sql,
  accounts: Accounts,
  { email, password }: { email: string; password: string },
): Promise<'created' | 'promoted' | 'nothing'> {
  const known = await findAccount(sql, email)
  if (known?.role === 'admin') return 'nothing'
  const id = known?.id ?? (await accounts.createAccount({ email, password }))
  await sql`insert into public.profiles (id, role) values (${id}, 'admin')
    on conflict (id) do update set role = excluded.role`
  return known ? 'promoted' : 'created'
}

/**
 * Removes the account of somebody on the staff. Its sessions end at once; what it published stays.
 * @param sql connection of the database owner
 * @param options.evenTheLast whether nobody may be left
 * @throws StartupError when there is nobody of that address on the staff, or nobody else
 */
export async function removeStaff(sql: Sql, email: string, { evenTheLast }: { evenTheLast: boolean }): Promise<void> {
  await sql.begin(async (transaction) => {
    // Two removals at the same moment would each leave the other one's.
    const staff = await transaction`select id from public.profiles where role = 'admin' for update`
    const { id } = await knownStaff(transaction, email)
    if (staff.length === 1 && !evenTheLast) {
      throw new StartupError(`${email} is the last one on the staff: add somebody first, or repeat this with --force.`)
    }
    await transaction`delete from auth.users where id = ${id}`
  })
}

/**
 * Gives somebody on the staff a new password, and ends the sessions that were begun with the old one.
 * @param sql connection of the database owner
 * @throws StartupError when there is nobody of that address on the staff
 */
export async function changePassword(
  sql: Sql,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const encrypted = await hash(password, bcryptCost)
  await sql.begin(async (transaction) => {
    const { id } = await knownStaff(transaction, email)
    await transaction`update auth.users set encrypted_password = ${encrypted}, updated_at = now() where id = ${id}`
    await transaction`delete from auth.sessions where user_id = ${id}`
  })
}

/** @returns addresses, in alphabetical order */
export async function listStaff(sql: ISql): Promise<string[]> {
  const staff = await sql<{ email: string }[]>`select email from auth.users
    join public.profiles on profiles.id = users.id where profiles.role = 'admin' order by email`
  return staff.map(({ email }) => email)
}

async function knownStaff(sql: ISql, email: string): Promise<{ id: string }> {
  const account = await findAccount(sql, email)
  if (account?.role === 'admin') return account
  const others = (await listStaff(sql)).join(', ') || 'nobody'
  throw new StartupError(`${email} is not on the staff, which is: ${others}.`)
}

async function findAccount(sql: ISql, email: string): Promise<{ id: string; role: string | null } | undefined> {
  const [account] = await sql<{ id: string; role: string | null }[]>`select users.id, profiles.role from auth.users
    left join public.profiles on profiles.id = users.id where lower(email) = lower(${email})`
  return account
}

/** @returns 20 random letters and digits in groups of five, 95 bits */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
