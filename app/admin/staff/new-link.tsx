import { useState } from 'react'
import { useSite } from '#app/admin/use-site.ts'
import type { MadeLink } from '#app/data/staff.ts'
import { STAFF } from '#domain/admin/staff-messages.ts'
import { useIsWorking } from './working-links.ts'

/** A link that was made a moment ago, until another one, or the end of the invitation, makes it useless. */
export function WorkingLink({ link }: { link: MadeLink }) {
  return useIsWorking(link) && <NewLink link={link} />
}

/** A link to copy. */
export function NewLink({ link: { email, action_link, is_mailed } }: { link: MadeLink }) {
  const { sendsMail } = useSite().site
  const [isCopied, setIsCopied] = useState(false)

  async function copy() {
    await navigator.clipboard.writeText(action_link).then(
      () => setIsCopied(true),
      () => {}, // it can be selected
    )
  }

  return (
    <div className="new-link">
      <label>
        {STAFF.linkOf(email)}
        <input className="field" readOnly value={action_link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" className="button" onClick={() => void copy()}>
        {isCopied ? STAFF.copied : STAFF.copy}
      </button>
      <output className="hint">
        {STAFF.linkHint}{' '}
        {is_mailed ? STAFF.mailed(email) : `${sendsMail ? `${STAFF.mailFailed} ` : ''}${STAFF.notMailed}`}
      </output>
    </div>
  )
}
