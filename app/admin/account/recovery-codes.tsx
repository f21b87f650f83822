import { useFetcher } from 'react-router'
import { useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { SECOND_FACTOR } from '#domain/admin/staff-messages.ts'

/** Codes that were made, or why there are none. */
export type NewCodes = Loaded<string[]> & {
  /** Whether codes may have been made although none arrived. Then the earlier ones may not work any more. */
  isLost: boolean
}

/** Makes recovery codes and shows them this once. */
export function RecoveryCodes({ left }: { left: number }) {
  const { state, data, submit } = useFetcher<NewCodes>()
  const last = useLastValue(data)
  const codes = data?.isLost ? null : last
  const isBusy = state !== 'idle'

  function make() {
    // Each request replaces all codes, so a double click must send only one. With flushSync, `isBusy` is true before the
    // second click.
    if (!isBusy) void submit({ act: 'make codes' }, { method: 'POST', encType: 'application/json', flushSync: true })
  }

  return (
    <div className="recovery-codes">
      {!codes && !data?.isLost && (
        <p className={left === 0 ? 'problem' : undefined}>
          {left === 0 ? SECOND_FACTOR.noCodes : SECOND_FACTOR.codesLeft(left)}
        </p>
      )}
      <ProblemLine>{state !== 'submitting' && data?.problem}</ProblemLine>
      {codes && (
        <section aria-labelledby="recovery-codes">
          <h3 id="recovery-codes">{SECOND_FACTOR.codes}</h3>
          <p>{SECOND_FACTOR.codesHint}</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <button
        type="button"
        className={(left === 0 && !codes) || data?.isLost ? 'button primary' : 'button'}
        aria-disabled={isBusy || undefined}
        onClick={make}
      >
        {SECOND_FACTOR.makeCodes}
      </button>
    </div>
  )
}
