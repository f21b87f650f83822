import { useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import { TABLE } from '#domain/admin/messages.ts'
import { createStore } from './store.ts'
import { ModalDialog } from './modal-dialog.tsx'

interface Question {
  question: string
  /** Label of the button that confirms: 'Delete'. */
  yes: string
  /** The item that the question is about: its title. */
  about?: string
  isDangerous?: boolean
}

type OpenQuestion = Question & { answer: (isYes: boolean) => void }

const openQuestion = createStore<OpenQuestion | null>(null)

/**
 * Asks the user to confirm an action that cannot be undone, one question at a time.
 *
 * @returns true only if the user presses the confirming button
 */
export function confirm(question: Question): Promise<boolean> {
  cancelQuestion()
  return new Promise((resolve) => {
    openQuestion.set({
      ...question,
      answer(isYes) {
        openQuestion.set(null)
        resolve(isYes)
      },
    })
  })
}

/** Closes the question that is open, as if the user had cancelled it. */
export function cancelQuestion(): void {
  openQuestion.get()?.answer(false)
}

/** @param about the heading of the item */
export function confirmDeletion(about: string, question: string = TABLE.deleteQuestion): Promise<boolean> {
  return confirm({ question, about, yes: TABLE.delete, isDangerous: true })
}

/** The question that is open, until another page is opened, which the question is not about. */
export function OpenConfirmDialog() {
  const asked = openQuestion.use()
  const { pathname } = useLocation()
  useEffect(() => cancelQuestion, [pathname])
  return asked && <ConfirmDialog {...asked} />
}

function ConfirmDialog({ question, yes, about, isDangerous, answer }: OpenQuestion) {
  const id = useId()
  return (
    <ModalDialog title={question} isAlert describedBy={about ? id : undefined} onCancel={() => answer(false)}>
      {about && <p id={id}>{about}</p>}
      <div className="button-row">
        <button type="button" className="button" onClick={() => answer(false)}>
          Cancel
        </button>
        <button
          type="button"
          className={isDangerous ? 'button primary danger' : 'button primary'}
          onClick={() => answer(true)}
        >
          {yes}
        </button>
      </div>
    </ModalDialog>
  )
}
