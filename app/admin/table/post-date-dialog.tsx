import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
import type { AdminRow } from '#app/data/admin-list.ts'
import { serverNow } from '#app/data/server-time.ts'
import { PUBLICATION, TABLE } from '#domain/admin/messages.ts'
import { HIDDEN_STATUS } from '#domain/content/publication.ts'
import { isStoredDay } from '#domain/admin/form/typed-day.ts'
import { clockTime, indianDay, type Day } from '#domain/dates.ts'

interface PostDateDialogProps {
  row: AdminRow
  title: string
  /** The form of the row, where it can be scheduled. */
  editPath: string
  onDay: (day: Day) => void
  onClose: () => void
}

/** Asks for another post date of a row. Source: docs/behaviour/admin.md#changing-the-post-date; docs/behaviour/publication.md#future-post-times */
export function PostDateDialog({ row, title, editPath, onDay, onClose }: PostDateDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [future, setFuture] = useState<Day | null>(null)
  const postedAt = row.posted_at ?? row.updated_at

  function save(typed: string) {
    // The user has to confirm a day in the future, because it does not delay the publication.
    const isPublic = row.status !== HIDDEN_STATUS
    if (isPublic && isStoredDay(typed) && typed > indianDay(serverNow()) && typed !== future) {
      setProblem(null)
      return setFuture(typed)
    }
    if (isStoredDay(typed)) return onDay(typed)
    setProblem(TABLE.invalidDate(typed))
    field.current?.focus()
  }

  return (
    <ModalDialog title="Post date" onCancel={onClose}>
      <p className="about">{title}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save(field.current?.value.trim() ?? '')
        }}
      >
        <label htmlFor={id}>{TABLE.postDatePrompt}</label>
        <input
          ref={field}
          id={id}
          className="field"
          defaultValue={indianDay(postedAt)}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint ${id}-problem`}
          onFocus={(event) => event.target.select()}
        />
        <p id={`${id}-hint`} className="hint">
          The time of day stays: {clockTime(postedAt)}.
        </p>
        <ProblemLine id={`${id}-problem`}>{problem}</ProblemLine>
        {future && (
          <output className="hint">
            {PUBLICATION.futureDay} <Link to={editPath}>{PUBLICATION.schedule}</Link>
          </output>
        )}
        <div className="button-row">
          <button type="button" className="button" onClick={onClose}>
            Cancel <kbd aria-hidden="true">Esc</kbd>
          </button>
          <button type="submit" className="button primary">
            {future ? PUBLICATION.saveAnyway : 'Save'}
          </button>
        </div>
      </form>
    </ModalDialog>
  )
}
