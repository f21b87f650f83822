import { useId } from 'react'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
import { useIsAdmin } from '#app/admin/session/session.ts'
import type { PushDraft } from '#app/data/push-client.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { dayAndTime } from '#domain/dates.ts'
import { formatNumber } from '#domain/numbers.ts'
import { PUSH_CATEGORY_LABELS } from '#domain/push/preferences.ts'
import { NotificationPreview } from './notification-preview.tsx'

interface SendDialogProps {
  draft: PushDraft
  /** How many subscriptions want its category now. */
  audience: number
  /** Chosen time in ISO 8601; null for at once. */
  sendAt: string | null
  /** What else is to be known before it is sent. */
  hint: string | null
  /** Label of the button that sends. */
  yes: string
  onAnswer: (isYes: boolean) => void
}

/** Asks before a notification is sent: to how many, when, and how it will look. */
export function SendDialog({ draft, audience, sendAt, hint, yes, onAnswer }: SendDialogProps) {
  const id = useId()
  const isAdmin = useIsAdmin()
  const count = formatNumber(audience)
  const whatFollows = isAdmin ? !sendAt && PUSH_TAB.undoable : PUSH_TAB.asked
  return (
    <ModalDialog
      title={sendAt ? PUSH_TAB.questionAt(count, dayAndTime(sendAt)) : PUSH_TAB.question(count)}
      className="send-dialog"
      isAlert
      describedBy={id}
      onCancel={() => onAnswer(false)}
    >
      <div id={id}>
        <p className="title">{draft.title}</p>
        <p className="hint">
          {PUSH_CATEGORY_LABELS[draft.category]} · opens {draft.url}
        </p>
        {hint && <p className="problem">{hint}</p>}
      </div>
      <div className="button-row">
        <button type="button" className="button" onClick={() => onAnswer(false)}>
          Cancel
        </button>
        <button type="button" className="button primary" onClick={() => onAnswer(true)}>
          {yes}
        </button>
      </div>
      {whatFollows && <p className="hint">{whatFollows}</p>}
      <NotificationPreview draft={draft} />
    </ModalDialog>
  )
}
