import { z } from 'zod'
import { STAFF_ROLES, type StaffRole } from '#domain/staff-roles.ts'
import { endSignal } from '#domain/end-signal.ts'
import { SAVE_TIMEOUT_MS } from '#domain/limits.ts'
import { BackendError, dataOf } from './backend-error.ts'
import { tokenOf } from './act.ts'
import type { AdminClient } from './admin-client.ts'
import { authFault } from './auth-fault.ts'

const staffMember = z.object({
  account: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(STAFF_ROLES),
  deactivated_at: z.string().nullable(),
  /** When the invitation ends that was not accepted yet; null for others. */
  invited_until: z.string().nullable(),
  second_factor: z.boolean(),
  recovery_codes: z.number(),
  last_seen: z.string().nullable(),
  sessions: z.array(
    z.object({
      id: z.string(),
      begun_at: z.string(),
      used_at: z.string(),
      /** The user agent of the browser. */
      device: z.string().nullable(),
      is_own: z.boolean(),
    }),
  ),
})
export type StaffMember = z.infer<typeof staffMember>
export type StaffSession = StaffMember['sessions'][number]

const madeLink = z.object({ email: z.string(), action_link: z.string(), is_mailed: z.boolean() })
export type MadeLink = z.infer<typeof madeLink>

const recoveryCodes = z.object({ codes: z.array(z.string()) })
const signInFault = z.object({ msg: z.string() })

/**
 * @returns everybody on the staff and who is invited; for editors only themselves
 * @throws BackendError
 */
export async function fetchStaff(client: AdminClient): Promise<StaffMember[]> {
  return z.array(staffMember).parse(dataOf(await client.rpc('staff_members')))
}

/** What of an account is changed; what is left out stays as it is by then. */
export type MemberChange = Partial<{ role: StaffRole; isActive: boolean }>

/** Changes role or activity, at once everywhere. Idempotent. @throws BackendError */
export async function changeMember(
  client: AdminClient,
  { account, role, isActive }: MemberChange & { account: string },
): Promise<void> {
  const change = { ...(role && { new_role: role }), ...(isActive !== undefined && { is_active: isActive }) }
  dataOf(await client.rpc('change_staff_member', { member: account, ...change }))
}

/** @throws BackendError */
export async function renameMember(client: AdminClient, account: string, name: string): Promise<void> {
  dataOf(await client.rpc('rename_staff_member', { member: account, new_name: name }))
}

/**
 * Says that a page shows a record, or has left it.
 * @returns names of the others who have it open
 * @throws BackendError
 */
export async function keepRecordOpen(
  client: AdminClient,
  { table, id, page, isClosed }: { table: string; id: number; page: string; isClosed: boolean },
): Promise<string[]> {
  const open = { table_name: table, record_id: id, page, is_closed: isClosed }
  return z.array(z.string()).parse(dataOf(await client.rpc('keep_record_open', open)))
}

/** Signs a session out. One that has ended before is no error. @throws BackendError */
export async function endSession(client: AdminClient, session: string): Promise<void> {
  dataOf(await client.rpc('end_staff_session', { ended: session }))
}

/** Removes the second factor and the recovery codes of somebody. @throws BackendError */
export async function removeSecondFactor(client: AdminClient, account: string): Promise<void> {
  dataOf(await client.rpc('remove_second_factor', { member: account }))
}

/** @throws BackendError */
export async function cancelInvitation(client: AdminClient, account: string): Promise<void> {
  dataOf(await client.rpc('cancel_invitation', { member: account }))
}

/** Makes a link, which replaces an earlier one of its kind. @throws BackendError */
export async function makeLink(
  client: AdminClient,
  wanted: { type: 'invite'; email: string; data: { role: StaffRole } } | { type: 'recovery'; email: string },
): Promise<MadeLink> {
  return madeLink.parse(await callSignIn(client, 'admin/generate_link', wanted))
}

/**
 * Uses a link of an invitation or for a new password, and begins a session. The password is sent with it, so that a lost
 * answer leaves an account that its owner can sign in to.
 * @throws Error with a message for the user
 */
export async function acceptLink(
  client: AdminClient,
  link: { type: 'invite' | 'recovery'; secret: string; password: string; name: string },
): Promise<void> {
  const { type, secret, password, name } = link
  const sent = { type, token_hash: secret, password, data: { display_name: name } }
  const { error } = await client.auth.verifyOtp(sent)
  if (error) throw authFault(error)
}

/** Replaces the recovery codes of the own account. @throws BackendError */
export async function makeRecoveryCodes(client: AdminClient): Promise<string[]> {
  return recoveryCodes.parse(await callSignIn(client, 'factors/recovery-codes', {})).codes
}

/** Calls of the sign-in that the library has no method for. */
async function callSignIn(client: AdminClient, path: string, body: object): Promise<unknown> {
  const token = await tokenOf(client)
  const response = await fetch(`/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: client['supabaseKey'], authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: endSignal(SAVE_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new BackendError(String(error), { code: '', status: 0 })
  })
  const answer: unknown = await response.json().catch(() => null)
  // Of an answer that breaks off, only the status has arrived.
  if (response.ok && answer === null) throw new BackendError('', { code: '', status: response.status })
  if (response.ok) return answer
  const message = signInFault.safeParse(answer).data?.msg ?? ''
  throw new BackendError(message, { code: '', status: response.status })
}
