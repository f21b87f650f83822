import { createContext, useContext, useId, useRef, useState, type ReactNode } from 'react'
import { useModal } from './use-modal.ts'

interface Question {
  question: string
  /** Label of the button that confirms: 'Delete'. */
  yes: string
  /** The item that the question is about: its title. */
  about?: string
  isDangerous?: boolean
}

type Ask = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Ask | null>(null)

/** Asks the user to confirm an action that cannot be undone, one question at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(Question & { answer: (isYes: boolean) => void }) | null>(null)
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      asked?.answer(false)
      setAsked({
        ...question,
        answer(isYes) {
          setAsked(null)
          resolve(isYes)
        },
      })
    })
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && <ConfirmDialog {...asked} />}
    </ConfirmContext>
  )
}

/** @returns a function that asks a question; it resolves to true only if the user presses the confirming button */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext)
  if (!ask) throw new Error('No ConfirmProvider above')
  return ask
}

function ConfirmDialog({ question, yes, about, isDangerous, answer }: Question & { answer: (isYes: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={about ? `${id}-about` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        answer(false)
      }}
    >
      <h2 id={id}>{question}</h2>
      {about && <p id={`${id}-about`}>{about}</p>}
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
    </dialog>
  )
}
