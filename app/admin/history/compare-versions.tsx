import { useId, useState, type Ref } from 'react'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import { ShownValue } from '#app/admin/form/stale/shown-value.tsx'
import { useForm } from '#app/admin/form/use-record-form.ts'
import type { RecordedChange } from '#app/data/history.ts'
import { shownValues, type StoredRow } from '#domain/admin/form/field-value.ts'
import { HISTORY, whoChanged } from '#domain/admin/history-messages.ts'
import { differences } from '#domain/admin/versions.ts'
import { dayAndTime } from '#domain/dates.ts'

interface CompareVersionsProps {
  changes: readonly RecordedChange[]
  /** The row after each change, by the id of the change. */
  versions: ReadonlyMap<number, StoredRow>
  current: StoredRow
  /** The change after which the version was that is compared. */
  chosen: number
  choose: (change: number) => void
  heading: Ref<HTMLHeadingElement>
}

/**
 * Two versions of a record field by field. Restoring puts earlier values into the form, whose save checks that nobody is
 * overwritten.
 */
export function CompareVersions({ changes, versions, current, chosen, choose, heading }: CompareVersionsProps) {
  const form = useForm()
  const id = useId()
  const [other, setOther] = useState<number | null>(null)
  const shown = changes.filter((change) => versions.has(change.id))
  const version = versions.get(chosen) ?? current
  const { columns, of: values } = differences(form.fields, version, versions.get(other ?? 0) ?? current)
  const others = shownValues(form.fields, versions.get(other ?? 0) ?? current)

  function restore(restored: readonly string[]) {
    for (const column of restored) form.change(column, values[column] ?? '')
    showToast({ message: HISTORY.restored(restored.length) })
  }

  return (
    <section className="compare" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {HISTORY.compare}
      </h3>
      <div className="compared">
        <VersionSelect
          label={HISTORY.version}
          changes={shown}
          value={chosen}
          choose={(next) => choose(next ?? chosen)}
        />
        <VersionSelect label={HISTORY.with} changes={shown} value={other} choose={setOther} hasNow />
      </div>
      {columns.length === 0 && <p className="hint">{HISTORY.same}</p>}
      <dl className="compared-fields">
        {columns.map((column) => (
          <div key={column}>
            <dt>{form.fields[column]?.label}</dt>
            <dd>
              <ShownValue column={column} value={values[column] ?? ''} />
            </dd>
            <dd>
              <ShownValue column={column} value={others[column] ?? ''} />
            </dd>
            <dd>
              <button
                type="button"
                className="button"
                aria-label={`${HISTORY.restore} ${form.fields[column]?.label}`}
                onClick={() => restore([column])}
              >
                {HISTORY.restore}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      {columns.length > 0 && (
        <button type="button" className="button primary" onClick={() => restore(columns)}>
          {HISTORY.restoreAll(columns.length)}
        </button>
      )}
    </section>
  )
}

interface VersionSelectProps {
  label: string
  changes: readonly RecordedChange[]
  /** The id of the change that made the version; null for the present one. */
  value: number | null
  choose: (change: number | null) => void
  hasNow?: boolean
}

function VersionSelect({ label, changes, value, choose, hasNow = false }: VersionSelectProps) {
  return (
    <label>
      <span>{label}</span>
      <select
        className="field"
        value={value ?? ''}
        onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
      >
        {hasNow && <option value="">{HISTORY.now}</option>}
        {changes.map((change) => (
          <option key={change.id} value={change.id}>
            {dayAndTime(change.at)}, {whoChanged(change)}
          </option>
        ))}
      </select>
    </label>
  )
}
