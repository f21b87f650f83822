import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import { latinKey } from '#app/admin/latin-key.ts'
import { countAgain } from '#app/admin/layout/tab-counts.tsx'
import { latestAccount } from '#app/admin/session/session.ts'
import { wayBackTo } from '#app/admin/table/shown-lists.ts'
import type { StoredRecord } from '#app/data/record-table.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { publicPath } from '#domain/admin/public-path.ts'
import { tabPath } from '#domain/admin/tabs.ts'
import { saveBackend } from './save-backend.ts'
import { useForm } from './use-record-form.ts'

/** What to show after a save: the table, the same form, or the form of another new record. */
export type AfterSave = 'close' | 'stay' | 'another'

/**
 * Saves by button and by keys, and navigates afterwards. A save is not an action of the router, because it waits for
 * uploads, stores its attempt before each request, and its outcome belongs to the form, even if the user has left it.
 */
export function useSaving({ onProblem }: { onProblem: () => void }) {
  const form = useForm()
  const navigate = useNavigate()
  const path = tabPath(form.tab)
  const lastRequest = useRef<AfterSave>('close')
  /** What was asked for while a save was on its way. */
  const askedMeanwhile = useRef<AfterSave | null>(null)
  const hasLeft = useHasLeft()

  /** Sets the address of the open form to that of a stored record, or with null of a new one. */
  const replaceAddress = (id: number | null) =>
    void navigate(`${path}/${id ?? 'new'}`, {
      replace: true,
      state: { form: form.id, keepsFocus: true },
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    })

  function announceSaved(record: StoredRecord, then: AfterSave) {
    countAgain()
    const page = publicPath(form.tab.table, record.slug)
    showToast({
      message: FORM.saved(record[form.tab.heading] ?? ''),
      owner: form.account || latestAccount(),
      links: [
        ...(page && isPublic(record) ? [{ label: 'View page', to: page, isPublic: true }] : []),
        ...(then === 'stay' ? [] : [{ label: 'Edit again', to: `${path}/${record.id}` }]),
      ],
    })
  }

  /** Shows the table as it was; a new record may not match its filter, so that it is shown without one. */
  function leave(wasNew: boolean) {
    const { to, state } = wayBackTo(form.tab)
    void (wasNew ? navigate(path) : navigate(to, { state }))
  }

  async function store(first: AfterSave, wasNew = form.state.loaded === null): Promise<void> {
    askedMeanwhile.current = null
    const record = await form.save(saveBackend(form))
    if (!record) {
      // What was new may be stored since an earlier attempt, although what was typed since is not.
      if (wasNew && form.state.loaded && !hasLeft.current) replaceAddress(form.state.loaded.id)
      // The error summary must be rendered before it can receive focus.
      flushSync(() => {})
      return onProblem()
    }
    const then = askedMeanwhile.current ?? first
    const isTypedSince = askedMeanwhile.current !== null && form.unsaved().length > 0
    announceSaved(record, isTypedSince ? 'stay' : then)
    if (hasLeft.current) return
    if (isTypedSince) {
      if (wasNew) replaceAddress(record.id)
      return store(then, wasNew)
    }
    if (then === 'close') leave(wasNew)
    else if (then === 'another') void navigate(`${path}/new`, { replace: wasNew })
    else if (wasNew) replaceAddress(record.id)
  }

  const save = (then: AfterSave) => {
    lastRequest.current = then
    if (form.state.isSaving) askedMeanwhile.current = then
    else void store(then)
  }
  const saveAnyway = () => {
    form.acceptWarnings()
    save(lastRequest.current)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || document.querySelector('dialog[open]')) return
    if (!event.ctrlKey && !event.metaKey) {
      // Enter in a text field must not submit: it would publish an unfinished notice.
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      return
    }
    const isEnter = event.key === 'Enter'
    if (!isEnter && (event.shiftKey || latinKey(event).toLowerCase() !== 's')) return
    event.preventDefault()
    leaveBox()
    save(!isEnter ? 'stay' : event.shiftKey ? 'another' : 'close')
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return { save, saveAnyway, replaceAddress }
}

/** @returns whether the form has been left, for what goes on after that */
function useHasLeft() {
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  return hasLeft
}

/** A box of choices takes what was typed when it is left, so it is left for a moment. */
function leaveBox(): void {
  const { activeElement: box } = document
  if (!(box instanceof HTMLInputElement) || box.getAttribute('role') !== 'combobox') return
  flushSync(() => box.blur())
  box.focus()
}

/** @returns whether visitors see a record. Only notices have a state. */
export function isPublic({ state = 'published' }: StoredRecord): boolean {
  return state === 'published'
}
