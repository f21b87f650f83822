import { useEffect, useEffectEvent } from 'react'
import { useBlocker, type BlockerFunction } from 'react-router'
import { cancelQuestion, confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { FORM } from '#domain/admin/form/messages.ts'
import { useUnsavedWork } from './unsaved-work.ts'

interface LeaveGuard {
  /** What the question says of the unsaved work. */
  about: string
  /** Whether a navigation would lose it. */
  blocks: BlockerFunction
  /** The account whose work it is; by default the one that is signed in when it begins. */
  owner?: string
}

/** Asks before unsaved work is lost by a link, the back button, a closed tab or the end of the session. */
export function useLeaveGuard(isUnsaved: boolean, { about, blocks, owner }: LeaveGuard): void {
  const blocker = useBlocker(blocks)
  useUnsavedWork(isUnsaved, owner)

  const ask = useEffectEvent(() => confirm({ question: FORM.leaveQuestion, yes: 'Leave', about }))
  // Each blocked navigation is a blocker of its own: one that follows another at once is asked about as well.
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let isCurrent = true
    void ask().then((isSure) => {
      if (!isCurrent) return
      if (isSure) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      isCurrent = false
      // A save that ends meanwhile leaves the page; there is nothing to ask then.
      cancelQuestion()
    }
  }, [blocker])

  useEffect(() => {
    if (!isUnsaved) return
    const block = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', block)
    return () => removeEventListener('beforeunload', block)
  }, [isUnsaved])
}
