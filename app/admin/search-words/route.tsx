import { useState } from 'react'
import { useSubmit } from 'react-router'
import { confirmDeletion } from '#app/admin/feedback/confirm-dialog.tsx'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { report, reportDeletion } from '#app/admin/feedback/report.ts'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { addSearchWord, fetchSearchWords, type SearchWord } from '#app/data/search-words.ts'
import { SEARCH_WORDS, TABLE } from '#domain/admin/messages.ts'
import { folded } from '#domain/folded.ts'
import type { Route } from './+types/route.ts'
import { AddWord, EMPTY_WORD } from './add-word.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, SEARCH_WORDS.label)
}

export function clientLoader() {
  return load(SEARCH_WORDS.label, fetchSearchWords)
}

/** Adds a word, or with DELETE deletes one. @returns whether it succeeded */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id, written, means } = (await request.json()) as SearchWord
  const pair = SEARCH_WORDS.pair(written, means)
  if (request.method === 'DELETE') return reportDeletion({ table: 'search_words', id }, pair)
  const about = { done: SEARCH_WORDS.added(written, means), failed: SEARCH_WORDS.addFailed }
  return report((client) => addSearchWord(client, { written, means }), about)
}

export function HydrateFallback() {
  return <SearchWords />
}

export default function SearchWordsRoute({ loaderData }: Route.ComponentProps) {
  return <SearchWords loaded={loaderData} />
}

/** Synonyms that are used when a search finds hardly anything. Source: docs/decisions/013 */
function SearchWords({ loaded }: { loaded?: Loaded<SearchWord[]> }) {
  const words = useLastValue(loaded)
  const [typed, setTyped] = useState(EMPTY_WORD)
  const wanted = folded(typed.written.trim())
  const shown = words?.filter((word) => folded(`${word.written}\n${word.means}`).includes(wanted))
  return (
    <>
      <PageHead label={SEARCH_WORDS.label} total={words?.length} loaded={loaded} />
      <div className="search-words" aria-busy={words === null}>
        <p>{SEARCH_WORDS.hint}</p>
        {loaded && <AddWord word={typed} onWord={setTyped} />}
        {shown && shown.length > 0 && <WordTable words={shown} />}
        {shown?.length === 0 && <p>{SEARCH_WORDS.none}</p>}
      </div>
    </>
  )
}

function WordTable({ words }: { words: SearchWord[] }) {
  const submit = useSubmit()

  async function remove(word: SearchWord) {
    const about = SEARCH_WORDS.pair(word.written, word.means)
    if (await confirmDeletion(about))
      void submit({ ...word }, { method: 'DELETE', encType: 'application/json', navigate: false })
  }

  return (
    <table className="word-table">
      <thead>
        <tr>
          <th scope="col">{SEARCH_WORDS.written}</th>
          <th scope="col">{SEARCH_WORDS.means}</th>
          <th scope="col">
            <span className="visually-hidden">{TABLE.delete}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {words.map((word) => (
          <tr key={word.id}>
            <th scope="row">{word.written}</th>
            <td>{word.means}</td>
            <td>
              <button
                type="button"
                className="icon-button"
                aria-label={`${TABLE.delete} ${SEARCH_WORDS.pair(word.written, word.means)}`}
                onClick={() => void remove(word)}
              >
                <AdminIcon name="delete" />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
