import type { ClipboardEvent } from 'react'
import { useForm, useFormState, type Control } from '#app/admin/form/use-record-form.ts'
import type { VacancyLine } from '#domain/admin/form/field-value.ts'
import { typedNumber } from '#domain/admin/form/typed-number.ts'
import { formatNumber } from '#domain/numbers.ts'
import { LineButtons } from './line-buttons.tsx'
import { aroundSelection, linesOf } from './pasted-lines.ts'
import { useLines } from './use-lines.ts'

const EMPTY: VacancyLine = { name: '', posts: '', eligibility: '' }
const PARTS = [
  { part: 'name', label: 'Post' },
  { part: 'posts', label: 'Vacancies' },
  { part: 'eligibility', label: 'Eligibility' },
] as const

/** The table of vacancies. Rows of a spreadsheet or of an HTML table can be pasted. */
export function VacancyControl({ field, value, change, input }: Control<readonly VacancyLine[]>) {
  const shown = value.length > 0 ? value : [EMPTY]
  const { root, announcement, ...lines } = useLines(shown, { empty: EMPTY, isEmpty, change })
  const { id, ...attributes } = input

  function paste(event: ClipboardEvent<HTMLInputElement>, index: number) {
    const [first, ...others] = pastedVacancies(event.clipboardData.getData('text'))
    const line = shown[index]
    if (!first || !line) return
    event.preventDefault()
    const name = aroundSelection(event.currentTarget).join('').trim()
    lines.replace(index, name ? [{ ...line, name }, first, ...others] : [filledIn(line, first), ...others])
  }

  return (
    <div className="lines vacancies" ref={root}>
      {shown.map((line, index) => (
        <div className="line" key={index} data-line={index}>
          <span className="number" aria-hidden="true">
            {index + 1}
          </span>
          {PARTS.map(({ part, label }) => (
            <input
              {...attributes}
              key={part}
              id={index === 0 && part === 'name' ? id : `${id}-${index}-${part}`}
              className={`field ${part}`}
              aria-label={`${label}, line ${index + 1}`}
              placeholder={label}
              inputMode={part === 'posts' ? 'numeric' : undefined}
              value={line[part]}
              autoComplete="off"
              onChange={(event) => lines.set(index, { ...line, [part]: event.target.value })}
              onKeyDown={(event) => lines.onKeyDown(event, index)}
              onPaste={part === 'name' ? (event) => paste(event, index) : undefined}
            />
          ))}
          <LineButtons
            name={`${field.label}, line ${index + 1}`}
            index={index}
            count={shown.length}
            move={lines.move}
            remove={lines.remove}
          />
        </div>
      ))}
      <div className="lines-foot">
        <button type="button" className="button quiet" tabIndex={-1} onClick={() => lines.insert(shown.length)}>
          Add a line
        </button>
        <TotalOffer lines={value} />
      </div>
      <output className="visually-hidden">{announcement}</output>
    </div>
  )
}

/** Offers the sum of the lines as the total, when it differs. */
function TotalOffer({ lines }: { lines: readonly VacancyLine[] }) {
  const form = useForm()
  const total = useFormState(({ values }) => values['total_posts'])
  const numbers = lines.map(({ posts }) => typedNumber(posts, { isAmount: false }))
  const sum = numbers.reduce<number>((all, number) => all + (typeof number === 'number' ? number : 0), 0)
  if (sum === 0 || String(sum) === total) return null
  return (
    <button type="button" className="button quiet" onClick={() => form.change('total_posts', String(sum))}>
      Total posts: use the sum, {formatNumber(sum)}
    </button>
  )
}

function isEmpty({ name, posts, eligibility }: VacancyLine): boolean {
  return !name && !posts && !eligibility
}

/** @returns a pasted row in place of a line without a name, whose other cells stay where the row has none */
function filledIn({ posts, eligibility }: VacancyLine, row: VacancyLine): VacancyLine {
  return { name: row.name, posts: row.posts || posts, eligibility: row.eligibility || eligibility }
}

/** @returns an empty list for a single cell, which is pasted as plain text */
function pastedVacancies(text: string): VacancyLine[] {
  const rows = linesOf(text)
  if (rows.length < 2 && !text.includes('\t')) return []
  return rows.map((row) => {
    const [name = '', posts = '', ...eligibility] = row.split('\t').map((cell) => cell.trim())
    return { name, posts, eligibility: eligibility.filter(Boolean).join(', ') }
  })
}
