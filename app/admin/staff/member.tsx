import { useFetcher } from 'react-router'
import { SessionList } from '#app/admin/account/session-list.tsx'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useAdminState } from '#app/admin/session/session.ts'
import type { MadeLink, MemberChange, StaffMember } from '#app/data/staff.ts'
import { serverNow } from '#app/data/server-time.ts'
import { ROLE_LABELS, STAFF } from '#domain/admin/staff-messages.ts'
import { compareTimestamps, dayAndTime } from '#domain/dates.ts'
import { STAFF_ROLES, type StaffRole } from '#domain/staff-roles.ts'
import { WorkingLink } from './new-link.tsx'
import type { StaffAct } from './route.tsx'

const JSON_POST = { method: 'POST', encType: 'application/json' } as const

/** An account of the staff or an invitation, with the buttons of an admin. */
export function Member({ member }: { member: StaffMember }) {
  const { account, email, name, role, deactivated_at, invited_until, sessions } = member
  const state = useAdminState()
  const changing = useFetcher<boolean | MadeLink | null>()
  const isOwn = state.kind === 'staff' && state.account === account
  const isActive = deactivated_at === null
  const act = (sent: StaffAct) => void changing.submit(sent, JSON_POST)
  const change = (to: MemberChange) => act({ act: 'change', account, email, ...to })
  // Each request makes the link of the one before useless, so a double click must send only one. With flushSync, the state
  // is known before the second click.
  const makeLink = (sent: StaffAct) =>
    changing.state === 'idle' && void changing.submit(sent, { ...JSON_POST, flushSync: true })
  const link = typeof changing.data === 'object' ? changing.data : null

  async function changeRole(to: StaffRole) {
    if (await confirm({ question: STAFF.roleQuestion[to], about: email, yes: STAFF.makeRole[to] })) change({ role: to })
  }
  async function deactivate() {
    const question = { question: STAFF.deactivateQuestion, about: email, yes: STAFF.deactivate, isDangerous: true }
    if (await confirm(question)) change({ isActive: false })
  }
  async function removeFactor() {
    const question = { question: STAFF.removeFactorQuestion, about: email, yes: STAFF.removeFactor, isDangerous: true }
    if (await confirm(question)) act({ act: 'remove factor', account, email })
  }

  return (
    <li className={isActive ? undefined : 'deactivated'}>
      <article>
        <h2>
          {name ?? email} <span className="role">{ROLE_LABELS[role]}</span>{' '}
          {isOwn && <span className="hint">({STAFF.you})</span>}
        </h2>
        <p className="hint">{[name && email, ...factsOf(member, isOwn)].filter(Boolean).join(' · ')}</p>
        <div className="acts">
          {invited_until ? (
            <>
              <button type="button" className="button" onClick={() => makeLink({ act: 'invite', email, role })}>
                {STAFF.again}
              </button>
              <button type="button" className="button" onClick={() => act({ act: 'cancel', account, email })}>
                {STAFF.cancel}
              </button>
            </>
          ) : (
            <>
              {STAFF_ROLES.filter((other) => other !== role).map((other) => (
                <button key={other} type="button" className="button" onClick={() => void changeRole(other)}>
                  {STAFF.makeRole[other]}
                </button>
              ))}
              {isActive ? (
                <button type="button" className="button" onClick={() => void deactivate()}>
                  {STAFF.deactivate}
                </button>
              ) : (
                <button type="button" className="button" onClick={() => change({ isActive: true })}>
                  {STAFF.activate}
                </button>
              )}
              {isActive && (
                <button type="button" className="button" onClick={() => makeLink({ act: 'new password', email })}>
                  {STAFF.newPassword}
                </button>
              )}
              {member.second_factor && !isOwn && (
                <button type="button" className="button" onClick={() => void removeFactor()}>
                  {STAFF.removeFactor}
                </button>
              )}
            </>
          )}
        </div>
        {link && <WorkingLink link={link} />}
        {sessions.length > 0 && (
          <details>
            <summary>{STAFF.sessions(sessions.length)}</summary>
            <SessionList sessions={sessions} />
          </details>
        )}
      </article>
    </li>
  )
}

function factsOf({ deactivated_at, invited_until, second_factor, last_seen }: StaffMember, isOwn: boolean): string[] {
  if (invited_until)
    return [
      compareTimestamps(invited_until, new Date(serverNow()).toISOString()) < 0
        ? STAFF.expired
        : STAFF.invited(dayAndTime(invited_until)),
    ]
  return [
    ...(deactivated_at ? [STAFF.deactivated] : []),
    second_factor ? STAFF.hasFactor : STAFF.noFactor,
    isOwn ? STAFF.here : last_seen ? STAFF.seen(dayAndTime(last_seen)) : STAFF.neverSeen,
  ]
}
