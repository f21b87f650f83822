import { useChoice } from '#app/admin/form/references/choices.tsx'
import type { SelectedRow } from '#app/data/bulk-changes.ts'
import { statusText, type BulkAct } from '#domain/admin/bulk-acts.ts'
import { BULK } from '#domain/admin/bulk-messages.ts'
import { formatDay, indianDay } from '#domain/dates.ts'
import type { EachChange } from './row-change.ts'

/** Largest number of placeholders: more would not fit into the preview without scrolling. */
const PLACEHOLDERS_MAX = 40

interface BulkPreviewProps {
  act: BulkAct
  /** Number of selected rows, which may not exist any more. */
  count: number
  rows: readonly SelectedRow[] | null
  /** Number of selected rows that do not exist any more. */
  missing: number
  /** Whether the rows could not be read. */
  hasFailed: boolean
  each: readonly EachChange[]
  /** Whether a value is chosen. */
  isGiven: boolean
}

/** The titles of the selected rows, each with its present and its new value. */
export function BulkPreview({ act, count, rows, missing, hasFailed, each, isGiven }: BulkPreviewProps) {
  const chosen = useChosen(act, each)
  if (!rows) return hasFailed ? null : <PreviewPlaceholder count={count} />
  return (
    // Scrollable, so that the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="bulk-preview" aria-label={BULK.preview} tabIndex={0}>
      <ul>
        {rows.map((row) => {
          const change = each.find(({ id }) => id === row.id)
          return (
            <li key={row.id} className={change || !isGiven ? undefined : 'unchanged'}>
              <b>{row.title}</b>
              {act !== 'delete' && (
                <span>
                  {change ? (
                    <>
                      <s>{presentText(act, row)}</s> <ins>{newText(act, change, chosen)}</ins>
                    </>
                  ) : (
                    `${isGiven ? `${BULK.stays} ` : ''}${presentText(act, row)}`
                  )}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {missing > 0 && <p className="hint">{BULK.gone(missing)}</p>}
    </section>
  )
}

/** Placeholders of about the height of the rows, so that the buttons below do not move when the rows arrive. */
function PreviewPlaceholder({ count }: { count: number }) {
  return (
    <div className="bulk-preview" aria-busy="true">
      <ul>
        <li>{BULK.reading}</li>
        {Array.from({ length: Math.min(count, PLACEHOLDERS_MAX) - 1 }, (_, number) => (
          <li key={number} aria-hidden="true">
            {'\u00a0'}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** @returns the name of the organization or category that the rows get */
function useChosen(act: BulkAct, each: readonly EachChange[]): string {
  const after = each[0]?.after
  const id = (act === 'organization' ? after?.organization_id : after?.category_id) ?? null
  const choice = useChoice(act === 'category' ? 'categories' : 'organizations', id === null ? '' : String(id))
  return id === null ? BULK.empty : (choice?.label ?? '...')
}

function presentText(act: BulkAct, row: SelectedRow): string {
  if (act === 'status') return statusText(row)
  if (act === 'quick link') return row.is_quick_link ? 'on' : 'off'
  if (act === 'organization') return row.organization?.name ?? BULK.empty
  if (act === 'category') return row.category?.name ?? BULK.empty
  return dayOf(act === 'check' ? row.checked_at : row.posted_at)
}

function newText(act: BulkAct, { after: values, optimistic }: EachChange, chosen: string): string {
  if (act === 'status') return statusText(values)
  if (act === 'quick link') return values.is_quick_link ? 'on' : 'off'
  if (act === 'check') return dayOf(values.checked_at)
  return act === 'post date' ? dayOf(optimistic?.posted_at) : chosen
}

function dayOf(timestamp: string | null | undefined): string {
  return timestamp ? formatDay(indianDay(timestamp)) : BULK.empty
}
