import { ReferenceControl } from '#app/admin/form/fields/reference-control.tsx'
import type { BulkAct } from '#domain/admin/bulk-acts.ts'
import { ACTS, BULK } from '#domain/admin/bulk-messages.ts'
import { TABLE } from '#domain/admin/messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { isStoredDay } from '#domain/admin/form/typed-day.ts'
import { indianDay } from '#domain/dates.ts'

/** Value of a select in which nothing is chosen; '' is the status 'not set'. */
const NOTHING = 'nothing'

interface BulkValueProps {
  id: string
  tab: AdminTab
  act: BulkAct
  value: string
  problemId: string
  onValue: (value: string) => void
}

/** The field in which the new value of an act is chosen; nothing for acts without one. */
export function BulkValue({ id, tab, act, value, problemId, onValue }: BulkValueProps) {
  const { label } = ACTS[act]
  if (!label) return null
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {act === 'organization' || act === 'category' ? (
        <ReferenceControl
          column={`${act}_id`}
          field={{ label, type: 'reference', references: act === 'category' ? 'categories' : 'organizations' }}
          value={value === NOTHING ? '' : value}
          change={onValue}
          input={{ id, name: act, onBlur: () => undefined, 'aria-describedby': problemId }}
        />
      ) : act === 'post date' ? (
        <input
          id={id}
          className="field"
          value={value}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={problemId}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onValue(event.target.value.trim())}
        />
      ) : (
        <select
          id={id}
          className="field"
          value={value}
          aria-describedby={problemId}
          onChange={({ target }) => onValue(target.value)}
        >
          <option value={NOTHING} disabled>
            {BULK.choose(label)}
          </option>
          {choicesOf(tab, act).map((choice) => (
            <option key={choice} value={choice}>
              {choice || BULK.empty}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

function choicesOf(tab: AdminTab, act: BulkAct): readonly string[] {
  return act === 'status' ? tab.statuses : ['on', 'off']
}

/** @returns the value with which the preview opens */
export function initialValue(act: BulkAct, now: string): string {
  if (act === 'post date') return indianDay(now)
  return ACTS[act].label ? NOTHING : ''
}

/** @returns what is wrong with a value; null when it is valid */
export function problemOf(act: BulkAct, value: string): string | null {
  if (value === NOTHING) return BULK.choose(ACTS[act].label)
  return act === 'post date' && !isStoredDay(value) ? TABLE.invalidDate(value) : null
}
