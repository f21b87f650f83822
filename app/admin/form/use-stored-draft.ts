import { useEffect } from 'react'
import { dropDraft, holdDraft, storeDraft } from '#app/browser/form-drafts.ts'
import { DRAFT_DEBOUNCE_MS } from '#domain/limits.ts'
import type { RecordForm } from './record-form.ts'

/** Keeps the unsaved work of a form in the browser: a moment after each change, and when the page goes. */
export function useStoredDraft(form: RecordForm): void {
  useEffect(() => {
    const letGo = holdDraft(form.id)
    let timer: ReturnType<typeof setTimeout> | undefined
    let { values, attempt, loaded } = form.state

    function keep() {
      clearTimeout(timer)
      timer = undefined
      const draft = form.draft(Date.now())
      if (draft) storeDraft(draft)
      else dropDraft(form.id)
    }
    const flush = () => {
      if (timer !== undefined) keep()
    }
    const stop = form.subscribe(() => {
      const { state } = form
      const isStored = state.attempt !== attempt || state.loaded !== loaded
      if (state.values === values && !isStored) return
      ;({ values, attempt, loaded } = state)
      // What is on its way, or stored, must be known after a crash, too.
      if (isStored) keep()
      else timer ??= setTimeout(keep, DRAFT_DEBOUNCE_MS)
    })
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      flush()
      stop()
      letGo()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [form])
}
