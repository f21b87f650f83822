import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import { changeProblem } from '#app/admin/feedback/page-problem.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { useUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import { SEARCH_WORDS } from '#domain/admin/messages.ts'
import { SEARCH_WORD_MAX } from '#domain/limits.ts'
import { storable } from '#domain/storable.ts'
import { SEARCH_MARKS, unknownMark } from '#domain/search-marks.ts'

interface Word {
  written: string
  means: string
}

export const EMPTY_WORD: Word = { written: '', means: '' }

interface AddWordProps {
  word: Word
  onWord: (word: Word) => void
}

/** Form for a word and its meaning. The typed word also filters the list below, which shows existing words. */
export function AddWord({ word, onWord }: AddWordProps) {
  const adding = useFetcher<boolean>()
  const first = useRef<HTMLInputElement>(null)
  const sent = useRef(word)
  const isBusy = adding.state !== 'idle'
  const isAdded = !isBusy && adding.data === true
  useUnsavedWork(word.written !== '' || word.means !== '')

  const startNext = useEffectEvent(() => {
    // What was typed meanwhile is the next word.
    if (word !== sent.current) return
    onWord(EMPTY_WORD)
    first.current?.focus()
  })
  useEffect(() => {
    if (isAdded) startNext()
  }, [isAdded])

  function add(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    sent.current = word
    const trimmed = { written: storable(word.written).trim(), means: storable(word.means).trim() }
    const mark = unknownMark(trimmed.means)
    if (mark !== null) {
      changeProblem.set(SEARCH_WORDS.addFailed(SEARCH_WORDS.unknownMark(mark, SEARCH_MARKS)))
      return
    }
    void adding.submit(trimmed, { method: 'POST', encType: 'application/json' })
  }

  return (
    <form className="add-word" onSubmit={add}>
      <label>
        {SEARCH_WORDS.written}
        <input
          ref={first}
          className="field"
          value={word.written}
          required
          pattern=".*\S.*"
          maxLength={SEARCH_WORD_MAX}
          autoComplete="off"
          onChange={(event) => onWord({ ...word, written: event.currentTarget.value })}
        />
      </label>
      <label>
        {SEARCH_WORDS.means}
        <input
          className="field"
          value={word.means}
          required
          pattern=".*\S.*"
          maxLength={SEARCH_WORD_MAX}
          autoComplete="off"
          onChange={(event) => onWord({ ...word, means: event.currentTarget.value })}
        />
      </label>
      <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
        <AdminIcon name="plus" />
        {SEARCH_WORDS.add}
      </button>
    </form>
  )
}
