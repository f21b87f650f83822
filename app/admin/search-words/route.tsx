import { useState } from 'react'
import { Problem } from '#app/admin/feedback/problem.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import type { SearchWord } from '#app/data/search-words.ts'
import { SEARCH_WORDS, TABLE } from '#domain/admin/messages.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { Route } from './+types/route.ts'
import { AddWord } from './add-word.tsx'
import { useSearchWords } from './use-search-words.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, SEARCH_WORDS.label)
}

/** Synonyms that are used when a search finds hardly anything. Source: docs/decisions/013 */
export default function SearchWordsRoute() {
  const { words, problem, closeProblem, refresh, add, remove } = useSearchWords()
  const [written, setWritten] = useState('')
  const wanted = written.trim().toLowerCase()
  const shown = words?.filter((word) => `${word.written}\n${word.means}`.toLowerCase().includes(wanted))
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>
          {SEARCH_WORDS.label} <span className="number">{words ? formatNumber(words.length) : ''}</span>
        </h1>
        <button type="button" className="button" onClick={() => void refresh()}>
          <AdminIcon name="refresh" />
          {TABLE.refresh}
        </button>
      </header>
      <Problem message={problem} onClose={closeProblem} />
      <div className="search-words" aria-busy={words === null}>
        <p>{SEARCH_WORDS.hint}</p>
        <AddWord written={written} onWritten={setWritten} onAdd={add} />
        {shown && shown.length > 0 && <WordTable words={shown} onDelete={(word) => void remove(word)} />}
        {shown?.length === 0 && <p>{SEARCH_WORDS.none}</p>}
      </div>
    </>
  )
}

function WordTable({ words, onDelete }: { words: SearchWord[]; onDelete: (word: SearchWord) => void }) {
  return (
    <table className="word-table">
      <thead>
        <tr>
          <th>{SEARCH_WORDS.written}</th>
          <th>{SEARCH_WORDS.means}</th>
          <th>
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
                onClick={() => onDelete(word)}
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
