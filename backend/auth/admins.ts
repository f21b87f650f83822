import { randomInt } from 'node:crypto'
import { hash } from 'bcryptjs'
import type { ISql, Sql } from 'postgres'
import { StartupError } from '#backend/startup-error.ts'
import type { SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { STAFF_ROLES, type StaffRole } from '#domain/staff-roles.ts'
import { bcryptCost } from './password-hashes.ts'

export interface FirstAdmin {
  email: string
  /** null unless it was generated; it is shown once and not stored. */
  password: string | null
}

/** Creates accounts. */
type Accounts = Pick<SupabaseLite, 'createAccount'>

/** No vowels, so that no words appear, and no letters and digits that look alike. */
const alphabet = 'bcdfghjkmnpqrstvwxz23456789'

/** Role of a profile whose account may do everything in the admin. */
const adminRole: StaffRole = 'admin'

/**
 * Creates the first admin of a database that has none. An existing admin is never changed, and no account is deleted: an
 * account with the address gets the password and the role, and its sessions end.
 * @param sql connection of the database owner
 * @param admin address, the password if the operator chose one, and a callback before the account becomes an admin
 * @throws StartupError when the address or the password is not acceptable.
 * Source: docs/behaviour/admin.md#who-may-enter, and ADMIN_EMAIL in npm start -- --help
 */
export async function ensureFirstAdmin(
  sql: Sql,
  accounts: Accounts,
  admin: { email: string; password: string | undefined; introduce: (admin: FirstAdmin) => void },
): Promise<void> {
  const admins = await sql`select from public.profiles where role = ${adminRole} limit 1`
  if (admins.length > 0) return
  const password = admin.password ?? generatePassword()
  // The account exists when a start was aborted before the last statement, or when its role was taken away: its password
  // may be unknown to the operator, or known to others.
  const existing = await findAccount(sql, admin.email)
  if (existing) await sql.begin((transaction) => setPassword(transaction, existing.id, password))
  const id = existing?.id ?? (await accounts.createAccount({ email: admin.email, password }))
  admin.introduce({ email: admin.email, password: admin.password === undefined ? password : null })
  await makeAdmin(sql, id)
}

/**
 * Makes a user an active admin. The password and the sessions of an existing account remain valid, except of one that was
 * created for an invitation and has no password yet: it gets the one given. An open invitation ends.
 * @param sql connection of the database owner
 * @returns what was done
 * @throws StartupError when sign-in does not accept the address or the password
 */
export async function addAdmin(
  sql: Sql,
  accounts: Accounts,
  { email, password }: { email: string; password: string },
): Promise<'created' | 'promoted' | 'nothing'> {
  const known = await findAccount(sql, email)
  if (known?.role === adminRole && known.isActive) return 'nothing'
  const id = known?.id ?? (await accounts.createAccount({ email, password }))
  return sql.begin(async (transaction) => {
    const [invitation] = await transaction<{ isNew: boolean }[]>`
      delete from staff.links where account = ${id} and kind = 'invite' and used_at is null returning is_new as "isNew"`
    if (invitation?.isNew) await setPassword(transaction, id, password)
    await makeAdmin(transaction, id)
    return known && !invitation?.isNew ? 'promoted' : 'created'
  })
}

/**
 * Removes an account from the staff. Its sessions end at once; the notices that it published stay.
 * @param sql connection of the database owner
 * @param options.evenTheLast whether the last admin may be removed
 * @throws StartupError when nobody on the staff has that address, or when it is the last active admin
 */
export async function removeAdmin(sql: Sql, email: string, { evenTheLast }: { evenTheLast: boolean }): Promise<void> {
  await sql.begin(async (transaction) => {
    // Locks the rows: two removals at the same time could otherwise remove the last two admins.
    const admins = await transaction<{ id: string }[]>`select id from public.profiles where role = ${adminRole}
      and deactivated_at is null order by id for update`
    const { id } = await knownMember(transaction, email)
    if (admins.length === 1 && admins[0]?.id === id && !evenTheLast) {
      throw new StartupError(`${email} is the last active admin: add another admin first, or repeat this with --force.`)
    }
    await transaction`delete from auth.users where id = ${id}`
  })
}

/**
 * Changes the password of somebody on the staff, and ends the sessions that began with the old one.
 * @param sql connection of the database owner
 * @throws StartupError when nobody on the staff has that address
 */
export async function changePassword(
  sql: Sql,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await sql.begin(async (transaction) => {
    const { id } = await knownMember(transaction, email)
    await setPassword(transaction, id, password)
  })
}

/**
 * Removes the second factor and the recovery codes of somebody who has lost both.
 * @param sql connection of the database owner
 * @returns whether there was a factor
 * @throws StartupError when nobody on the staff has that address
 */
export async function removeSecondFactor(sql: ISql, email: string): Promise<boolean> {
  const { id } = await knownMember(sql, email)
  const [row] = await sql<{ removed: number }[]>`select rules.remove_factors(${id}) as removed`
  return (row?.removed ?? 0) > 0
}

/** @returns addresses of the staff in alphabetical order, with the role of editors, and whether an account is off */
export async function listAdmins(sql: ISql): Promise<string[]> {
  const staff = await sql<{ email: string; role: string; isActive: boolean }[]>`
    select email, profiles.role, deactivated_at is null as "isActive" from auth.users
      join public.profiles on profiles.id = users.id where profiles.role = any (${STAFF_ROLES}) order by email`
  return staff.map(({ email, role, isActive }) => {
    const notes = [role !== adminRole && role, !isActive && 'deactivated'].filter(Boolean)
    return notes.length > 0 ? `${email} (${notes.join(', ')})` : email
  })
}

async function setPassword(sql: ISql, id: string, password: string): Promise<void> {
  const encrypted = await hash(password, bcryptCost)
  await sql`update auth.users set encrypted_password = ${encrypted}, updated_at = now(),
    email_confirmed_at = coalesce(email_confirmed_at, now()) where id = ${id}`
  await sql`delete from auth.sessions where user_id = ${id}`
}

async function makeAdmin(sql: ISql, id: string): Promise<void> {
  await sql`insert into public.profiles (id, role) values (${id}, ${adminRole})
    on conflict (id) do update set role = excluded.role, deactivated_at = null`
}

async function knownMember(sql: ISql, email: string): Promise<{ id: string }> {
  const account = await findAccount(sql, email)
  if (account && STAFF_ROLES.some((role) => role === account.role)) return account
  const others = (await listAdmins(sql)).join(', ') || 'nobody'
  throw new StartupError(`${email} is not on the staff, which is: ${others}.`)
}

interface Account {
  id: string
  role: string | null
  isActive: boolean
}

async function findAccount(sql: ISql, email: string): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select users.id, profiles.role, deactivated_at is null as "isActive" from auth.users
    left join public.profiles on profiles.id = users.id where lower(email) = lower(${email})`
  return account
}

/** @returns 20 random letters and digits in groups of five, 95 bits */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
