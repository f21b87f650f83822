import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { cancelQuestion, confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import type { RecordForm } from './record-form.ts'

/** Asks before unsaved work is lost by a link, the back button, a closed tab or the end of the session. */
export function useUnsavedGuard(form: RecordForm, isUnsaved: boolean): void {
  const blocker = useBlocker(({ nextLocation }) => {
    const isSameForm = (nextLocation.state as { form?: string } | null)?.form === form.id
    return !isSameForm && form.unsaved().length > 0
  })
  useUnsavedWork(isUnsaved)

  const ask = useEffectEvent(async () => {
    const isSure = await confirm({ question: FORM.leaveQuestion, yes: 'Leave', about: FORM.leaveAbout })
    if (blocker.state !== 'blocked') return
    if (isSure) blocker.proceed()
    else blocker.reset()
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask()
    // A save that ends meanwhile leaves the page; there is nothing to ask then.
    return cancelQuestion
  }, [blocker.state])

  useEffect(() => {
    if (!isUnsaved) return
    const block = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', block)
    return () => removeEventListener('beforeunload', block)
  }, [isUnsaved])
}
