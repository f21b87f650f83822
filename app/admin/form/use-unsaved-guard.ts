import { useLeaveGuard } from '#app/admin/session/use-leave-guard.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import type { RecordForm } from './record-form.ts'
import type { StoredDraft } from './use-stored-draft.ts'

interface UnsavedGuard {
  isUnsaved: boolean
  /** Whether the form of a new row to refer to is open, of which no draft is stored. */
  isAsking: boolean
  draft: StoredDraft
}

/** Asks before the unsaved work in a form is lost. */
export function useUnsavedGuard(form: RecordForm, { isUnsaved, isAsking, draft }: UnsavedGuard): void {
  useLeaveGuard(isUnsaved || isAsking, {
    owner: form.account,
    about: isAsking ? FORM.dropAbout : draft.isStored ? FORM.leaveAbout : FORM.leaveWithoutDraft,
    blocks({ nextLocation }) {
      const isSameForm = (nextLocation.state as { form?: string } | null)?.form === form.id
      const isBlocked = !isSameForm && (isAsking || form.unsaved().length > 0)
      // Before the question, which says what becomes of the work.
      if (isBlocked) draft.store()
      return isBlocked
    },
  })
}
