import { useEffect } from 'react'

/** Opens a dialog as modal; when it is unmounted, focus returns to the element that had it. */
export function useModal(dialog: { current: HTMLDialogElement | null }): void {
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
