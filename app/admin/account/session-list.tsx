import { useSubmit } from 'react-router'
import type { StaffSession } from '#app/data/staff.ts'
import { ACCOUNT } from '#domain/admin/staff-messages.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { browserName } from '#domain/admin/browser-name.ts'

/** Where an account is signed in, with a button for each that ends it. The route's action does what it sends. */
export function SessionList({ sessions }: { sessions: StaffSession[] }) {
  const submit = useSubmit()
  const end = (session: string) =>
    void submit({ act: 'end', session }, { method: 'POST', encType: 'application/json', navigate: false })
  return (
    <ul className="sessions">
      {sessions.map(({ id, begun_at, used_at, device, is_own }) => (
        <li key={id}>
          <p>
            <b>{browserName(device) ?? ACCOUNT.unknownDevice}</b> {is_own && `(${ACCOUNT.thisSession})`}
            <span className="hint">
              <time dateTime={htmlTimestamp(begun_at)}>{ACCOUNT.begun(dayAndTime(begun_at))}</time>,{' '}
              <time dateTime={htmlTimestamp(used_at)}>{ACCOUNT.used(dayAndTime(used_at))}</time>
            </span>
          </p>
          {!is_own && (
            <button type="button" className="button" onClick={() => end(id)}>
              {ACCOUNT.endSession}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
