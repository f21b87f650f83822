import { useState } from 'react'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import type { StoredRecord } from '#app/data/record-table.ts'
import { HISTORY } from '#domain/admin/history-messages.ts'
import { versionsAfter } from '#domain/admin/versions.ts'
import { CompareVersions } from './compare-versions.tsx'
import { Timeline } from './timeline.tsx'
import { useHistory } from './use-history.ts'

/** What was changed in the record of the form, read when it is opened. Source: docs/behaviour/history.md#in-the-admin */
export function RecordHistory() {
  const loaded = useFormState((state) => state.loaded)
  const [isOpen, setOpen] = useState(false)
  if (!loaded) return null
  return (
    <details className="record-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="right" />
        {HISTORY.heading}
      </summary>
      {isOpen && <Versions loaded={loaded} />}
    </details>
  )
}

function Versions({ loaded }: { loaded: StoredRecord }) {
  const { tab } = useForm()
  const { changes, stored, hasMore, problem, more } = useHistory(tab.table, loaded.id, loaded.updated_at)
  const current = stored ?? loaded
  const [compared, compare] = useState<number | null>(null)
  return (
    <div className="versions" aria-busy={changes === null && problem === null}>
      {changes?.length === 0 && <p className="hint">{HISTORY.none}</p>}
      {changes && compared !== null && changes.some(({ id }) => id === compared) && (
        <CompareVersions
          changes={changes}
          versions={versionsAfter(current, changes)}
          current={current}
          chosen={compared}
          choose={compare}
        />
      )}
      {changes && <Timeline changes={changes} compare={compare} />}
      {problem !== null && <ProblemLine>{HISTORY.loadFailed(problem)}</ProblemLine>}
      {(hasMore || problem !== null) && (
        <button type="button" className="button" onClick={more}>
          {problem === null ? 'Show more' : 'Try again'}
        </button>
      )}
    </div>
  )
}
