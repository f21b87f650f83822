import { useState } from 'react'
import { useFetcher } from 'react-router'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { useUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import type { MadeLink } from '#app/data/staff.ts'
import { ROLE_LABELS, STAFF } from '#domain/admin/staff-messages.ts'
import { STAFF_ROLES } from '#domain/staff-roles.ts'
import { fieldText } from '#domain/field-text.ts'
import { WorkingLink } from './new-link.tsx'

/** Invites somebody. Repeating an invitation makes another link in place of the first one. */
export function InviteForm() {
  const inviting = useFetcher<MadeLink | null>()
  const isBusy = inviting.state !== 'idle'
  const [email, setEmail] = useState('')
  useUnsavedWork(email !== '' && email.trim().toLowerCase() !== inviting.data?.email.toLowerCase())

  function invite(form: FormData) {
    const sent = { act: 'invite', email: fieldText(form, 'email'), role: fieldText(form, 'role') }
    // Each request makes the link of the one before useless, so a double click must send only one. With flushSync,
    // `isBusy` is true before the second click.
    void inviting.submit(sent, { method: 'POST', encType: 'application/json', flushSync: true })
  }

  return (
    <>
      <form
        className="invite"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) invite(new FormData(event.currentTarget))
        }}
      >
        <label>
          {STAFF.email}
          <input
            className="field"
            type="email"
            name="email"
            required
            autoComplete="off"
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </label>
        <label>
          {STAFF.role}
          <select className="field" name="role" defaultValue="editor">
            {STAFF_ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
          <AdminIcon name="plus" />
          {STAFF.invite}
        </button>
      </form>
      {inviting.data && <WorkingLink link={inviting.data} />}
    </>
  )
}
