import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import type { RecordedChange } from '#app/data/history.ts'
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
  const comparison = useRef<HTMLHeadingElement>(null)
  const { timeline, button, isReading, read } = useFurther(changes, more)
  // The comparison stands above the changes, out of sight of the button that was pressed.
  const compareFrom = (change: number) => {
    flushSync(() => compare(change))
    comparison.current?.focus()
  }
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
          heading={comparison}
        />
      )}
      {changes && <Timeline changes={changes} compare={compareFrom} list={timeline} />}
      {problem !== null && <ProblemLine>{HISTORY.loadFailed(problem)}</ProblemLine>}
      {(hasMore || problem !== null || isReading) && (
        <button type="button" className="button" onClick={read} ref={button}>
          {problem === null && changes !== null ? 'Show more' : 'Try again'}
        </button>
      )}
    </div>
  )
}

/**
 * The button that reads further changes, or again what could not be read. It stays until they are there. Then the first of
 * them gets its focus: when a focused button disappears, the heading of the page would get it.
 */
function useFurther(changes: readonly RecordedChange[] | null, more: () => void) {
  const timeline = useRef<HTMLOListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState<{ after: readonly RecordedChange[] | null } | null>(null)
  const answered = useRef(asked)
  useLayoutEffect(() => {
    if (asked === null || asked === answered.current || asked.after === changes) return
    answered.current = asked
    // Without further changes the button is gone, and its focus with it.
    const hadFocus = [button.current, document.body].some((element) => element === document.activeElement)
    if (!hadFocus) return
    const first = timeline.current?.children[asked.after?.length ?? 0]
    if (!(first instanceof HTMLElement)) return
    first.tabIndex = -1
    first.focus({ preventScroll: true })
  }, [asked, changes])
  const read = () => {
    setAsked({ after: changes })
    more()
  }
  return { timeline, button, isReading: asked !== null && asked.after === changes, read }
}
