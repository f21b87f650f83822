import { useEffect, useState } from 'react'
import { deleteDraft, lockDraft, storeDraft } from './form-drafts.ts'
import { DRAFT_DEBOUNCE_MS } from '#domain/limits.ts'
import type { RecordForm } from './record-form.ts'

/**
 * Stores the unsaved work of a form in the browser, debounced after changes and when the page is hidden.
 *
 * @returns false when the storage of the browser is full or not accessible, so that the work is only on this page
 */
export function useStoredDraft(form: RecordForm): boolean {
  const [isStored, setIsStored] = useState(true)
  useEffect(() => {
    const releaseDraft = lockDraft(form.id)
    let timer: ReturnType<typeof setTimeout> | undefined
    let { values, attempt, loaded } = form.state

    function store() {
      clearTimeout(timer)
      timer = undefined
      const draft = form.draft(Date.now())
      if (!draft) deleteDraft(form.id)
      setIsStored(!draft || storeDraft(draft))
    }
    const flush = () => {
      if (timer !== undefined) store()
    }
    const stop = form.subscribe(() => {
      const { state } = form
      const mustStoreNow = state.attempt !== attempt || state.loaded !== loaded
      if (state.values === values && !mustStoreNow) return
      ;({ values, attempt, loaded } = state)
      // Stored at once, because after a crash it must be known which row was sent or saved.
      if (mustStoreNow) store()
      else timer ??= setTimeout(store, DRAFT_DEBOUNCE_MS)
    })
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      flush()
      stop()
      releaseDraft()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [form])
  return isStored
}
