import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { report } from '#app/admin/feedback/report.ts'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { browserSession } from '#app/admin/session/session.ts'
import {
  cancelInvitation,
  changeMember,
  endSession,
  fetchStaff,
  makeLink,
  removeSecondFactor,
  type MadeLink,
  type MemberChange,
  type StaffMember,
} from '#app/data/staff.ts'
import type { AdminClient } from '#app/data/admin-client.ts'
import { ACCOUNT, STAFF } from '#domain/admin/staff-messages.ts'
import type { StaffRole } from '#domain/staff-roles.ts'
import type { Route } from './+types/route.ts'
import { InviteForm } from './invite-form.tsx'
import { Member } from './member.tsx'
import { forgetLink, noteLink } from './working-links.ts'

/** What an admin does on this page. */
export type StaffAct =
  | { act: 'invite'; email: string; role: StaffRole }
  | { act: 'new password'; email: string }
  | ({ act: 'change'; account: string; email: string } & MemberChange)
  | { act: 'remove factor' | 'cancel'; account: string; email: string }
  | { act: 'end'; session: string }

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, STAFF.label)
}

export function clientLoader() {
  return load(STAFF.label, fetchStaff)
}

/** @returns whether it succeeded; for links the link, or null */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<boolean | MadeLink | null> {
  const sent = (await request.json()) as StaffAct
  if (sent.act === 'invite' || sent.act === 'new password') {
    let made: MadeLink | null = null
    const { email } = sent
    const wanted =
      sent.act === 'invite'
        ? { type: 'invite' as const, email, data: { role: sent.role } }
        : { type: 'recovery' as const, email }
    await report(async (client) => (made = await makeLink(client, wanted)), { failed: STAFF.failed })
    if (made) noteLink(made)
    return made
  }
  const done = sent.act === 'end' ? ACCOUNT.endedSession : doneMessage(sent)
  const isDone = await report((client) => carryOut(client, sent), { done, failed: STAFF.failed })
  if (isDone && (sent.act === 'cancel' || (sent.act === 'change' && sent.isActive === false))) forgetLink(sent.email)
  // The account may be that of the admin who changed it, who then has other rights.
  if (isDone && sent.act === 'change') await (await browserSession()).check()
  return isDone
}

type Change = Exclude<StaffAct, { act: 'invite' | 'new password' }>

function doneMessage(sent: Exclude<Change, { act: 'end' }>): string {
  if (sent.act === 'cancel') return STAFF.cancelled(sent.email)
  return sent.act === 'remove factor' ? STAFF.removedFactor(sent.email) : STAFF.done(sent.email)
}

function carryOut(client: AdminClient, sent: Change): Promise<void> {
  switch (sent.act) {
    case 'change':
      return changeMember(client, sent)
    case 'end':
      return endSession(client, sent.session)
    case 'remove factor':
      return removeSecondFactor(client, sent.account)
    case 'cancel':
      return cancelInvitation(client, sent.account)
  }
}

export function HydrateFallback() {
  return <Staff />
}

export default function StaffRoute({ loaderData }: Route.ComponentProps) {
  return <Staff loaded={loaderData} />
}

/** Everybody on the staff, and who is invited. Source: docs/behaviour/staff.md#people */
function Staff({ loaded }: { loaded?: Loaded<StaffMember[]> }) {
  const members = useLastValue(loaded)
  return (
    <>
      <PageHead label={STAFF.label} total={members?.length} loaded={loaded} />
      <div className="staff" aria-busy={members === null}>
        <p>{STAFF.hint}</p>
        {loaded && <InviteForm />}
        <ul aria-label={STAFF.label}>
          {members?.map((member) => (
            <Member key={member.account} member={member} />
          ))}
        </ul>
      </div>
    </>
  )
}
