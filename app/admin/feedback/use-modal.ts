import { useEffect } from 'react'

/** Shows a dialog above everything else; when it goes, focus returns to where it was. */
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
