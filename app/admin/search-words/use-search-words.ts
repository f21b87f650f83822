import { useCallback, useEffect, useState } from 'react'
import { useConfirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useToast } from '#app/admin/feedback/toasts.tsx'
import { useAdminCall, useAdminRead } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { errorMessage } from '#app/admin/table/error-message.ts'
import { deleteRow, isGone } from '#app/data/admin-changes.ts'
import { addSearchWord, fetchSearchWords, type SearchWord } from '#app/data/search-words.ts'
import { DONE, SEARCH_WORDS, TABLE } from '#domain/admin/messages.ts'

/** The synonyms of the search: reads, adds and deletes them. */
export function useSearchWords() {
  const client = useAdminClient()
  const [read, call] = [useAdminRead(), useAdminCall()]
  const [confirm, showToast] = [useConfirm(), useToast()]
  const [words, setWords] = useState<SearchWord[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const refresh = useCallback(
    () =>
      read(() => fetchSearchWords(client)).then(
        (found) => {
          setWords(found)
          setProblem(null)
        },
        (error: unknown) => {
          console.warn('The search words could not be fetched', error)
          setProblem(TABLE.fetchFailed(SEARCH_WORDS.label, errorMessage(error)))
        },
      ),
    [client, read],
  )
  useEffect(() => void refresh(), [refresh])

  async function add(word: Omit<SearchWord, 'id'>): Promise<boolean> {
    try {
      await call(() => addSearchWord(client, word))
    } catch (error) {
      console.warn('The search word could not be added', error)
      setProblem(SEARCH_WORDS.addFailed(errorMessage(error)))
      return false
    }
    showToast({ message: SEARCH_WORDS.added(word.written, word.means) })
    await refresh()
    return true
  }

  async function remove({ id, written, means }: SearchWord): Promise<void> {
    const about = SEARCH_WORDS.pair(written, means)
    if (!(await confirm({ question: TABLE.deleteQuestion, about, yes: TABLE.delete, isDangerous: true }))) return
    try {
      await call(() => deleteRow(client, { table: 'search_words', id }))
    } catch (error) {
      // A word that no longer exists counts as deleted.
      if (!isGone(error)) {
        console.warn(`The search word ${id} could not be deleted`, error)
        return setProblem(TABLE.deleteFailed(errorMessage(error)))
      }
    }
    showToast({ message: DONE.deleted(about) })
    await refresh()
  }

  return { words, problem, closeProblem: () => setProblem(null), refresh, add, remove }
}
