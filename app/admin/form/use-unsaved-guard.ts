import { useLeaveGuard } from '#app/admin/session/use-leave-guard.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import type { RecordForm } from './record-form.ts'

interface UnsavedGuard {
  isUnsaved: boolean
  /** Whether the form of a new row to refer to is open, of which no draft is stored. */
  isAsking: boolean
  /** Whether the unsaved work is stored as a draft. */
  isStored: boolean
}

/** Asks before the unsaved work in a form is lost. */
export function useUnsavedGuard(form: RecordForm, { isUnsaved, isAsking, isStored }: UnsavedGuard): void {
  useLeaveGuard(isUnsaved || isAsking, {
    owner: form.account,
    about: isAsking ? FORM.dropAbout : isStored ? FORM.leaveAbout : FORM.leaveWithoutDraft,
    blocks({ nextLocation }) {
      const isSameForm = (nextLocation.state as { form?: string } | null)?.form === form.id
      return !isSameForm && (isAsking || form.unsaved().length > 0)
    },
  })
}
