import { useRef, useState, type FormEvent } from 'react'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { SEARCH_WORDS } from '#domain/admin/messages.ts'
import { SEARCH_WORD_MAX } from '#domain/limits.ts'

interface AddWordProps {
  written: string
  onWritten: (written: string) => void
  /** @returns whether the word was added */
  onAdd: (word: { written: string; means: string }) => Promise<boolean>
}

/** Form for a word and its meaning. The typed word also filters the list below, which shows existing words. */
export function AddWord({ written, onWritten, onAdd }: AddWordProps) {
  const [means, setMeans] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)

  async function add(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const isAdded = await onAdd({ written: written.trim(), means: means.trim() })
    setIsBusy(false)
    if (!isAdded) return
    onWritten('')
    setMeans('')
    first.current?.focus()
  }

  return (
    <form className="add-word" onSubmit={(event) => void add(event)}>
      <label>
        {SEARCH_WORDS.written}
        <input
          ref={first}
          className="field"
          value={written}
          required
          pattern=".*\S.*"
          maxLength={SEARCH_WORD_MAX}
          autoComplete="off"
          onChange={(event) => onWritten(event.currentTarget.value)}
        />
      </label>
      <label>
        {SEARCH_WORDS.means}
        <input
          className="field"
          value={means}
          required
          pattern=".*\S.*"
          maxLength={SEARCH_WORD_MAX}
          autoComplete="off"
          onChange={(event) => setMeans(event.currentTarget.value)}
        />
      </label>
      <button className="button primary" aria-disabled={isBusy || undefined}>
        <AdminIcon name="plus" />
        {SEARCH_WORDS.add}
      </button>
    </form>
  )
}
