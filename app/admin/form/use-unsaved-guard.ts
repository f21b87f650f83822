import { useLeaveGuard } from '#app/admin/session/use-leave-guard.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import type { RecordForm } from './record-form.ts'
import { isUploading, useIsUploading } from './running-uploads.ts'
import type { StoredDraft } from './use-stored-draft.ts'

interface UnsavedGuard {
  isUnsaved: boolean
  /** Whether the form of a new row to refer to is open, of which no draft is stored. */
  isAsking: boolean
  draft: StoredDraft
}

/** Asks before the unsaved work in a form, or a file that is being uploaded for it, is lost. */
export function useUnsavedGuard(form: RecordForm, { isUnsaved, isAsking, draft }: UnsavedGuard): void {
  const hasUpload = useIsUploading(form)
  const ofFields = draft.isStored ? FORM.leaveAbout : FORM.leaveWithoutDraft
  const ofForm = [hasUpload && FORM.leaveUpload, isUnsaved && ofFields].filter(Boolean).join(' ')
  useLeaveGuard(isUnsaved || isAsking || hasUpload, {
    owner: form.account,
    about: isAsking ? FORM.dropAbout : ofForm,
    blocks({ nextLocation }) {
      const isSameForm = (nextLocation.state as { form?: string } | null)?.form === form.id
      const isBlocked = !isSameForm && (isAsking || isUploading(form) || form.unsaved().length > 0)
      // Before the question, which says what becomes of the work.
      if (isBlocked) draft.store()
      return isBlocked
    },
  })
}
