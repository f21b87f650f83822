import { useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '#app/data/server-time.ts'
import { deleteDraft, lockDraft, storeDraft } from './form-drafts.ts'
import { DRAFT_DEBOUNCE_MS } from '#domain/limits.ts'
import type { RecordForm } from './record-form.ts'

export interface StoredDraft {
  /** False when the storage of the browser is full or not accessible, so that the unsaved work is only on this page. */
  isStored: boolean
  /** Stores the unsaved work at once. */
  store: () => void
}

/**
 * Stores the unsaved work of a form in the browser, debounced after changes, and when the page is hidden or left. A save
 * that is not answered when the form is left is followed to its end: what it has stored is no unsaved work any more.
 */
export function useStoredDraft(form: RecordForm): StoredDraft {
  const [isStored, setIsStored] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const store = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const draft = form.draft(serverNow())
    if (!draft) deleteDraft(form.id)
    setIsStored(!draft || storeDraft(draft))
  }, [form])

  useEffect(() => {
    const releaseDraft = lockDraft(form.id)
    let { values, attempt, loaded } = form.state
    let isLeft = false
    const stop = form.subscribe(() => {
      const { state } = form
      if (isLeft && !state.isSaving) return end()
      const mustStoreNow = state.attempt !== attempt || state.loaded !== loaded
      if (state.values === values && !mustStoreNow) return
      ;({ values, attempt, loaded } = state)
      // Stored at once, because after a crash it must be known which row was sent or saved.
      if (mustStoreNow) store()
      else timer.current ??= setTimeout(store, DRAFT_DEBOUNCE_MS)
    })
    addEventListener('pagehide', store)
    document.addEventListener('visibilitychange', store)
    /** Also without a new change: another tab may have given up this draft to make room for its own. */
    function end() {
      store()
      stop()
      releaseDraft()
    }
    return () => {
      isLeft = true
      if (form.state.isSaving) store()
      else end()
      removeEventListener('pagehide', store)
      document.removeEventListener('visibilitychange', store)
    }
  }, [form, store])
  return { isStored, store }
}
