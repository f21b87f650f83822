import { useEffect } from 'react'
import { useUnsavedWork } from '#app/admin/session/unsaved-work.ts'

/**
 * Opens a dialog as modal; when it is unmounted, focus returns to the element that had it. It stays open, with what is typed
 * into it, when the session ends.
 */
export function useModal(dialog: { current: HTMLDialogElement | null }): void {
  useUnsavedWork(true)
  useEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [dialog])
}
