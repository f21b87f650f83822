export interface FactShown {
  label: string
  value: string
  note?: string | null
  /** Words take the whole width, figures half of it. */
  isText?: boolean
}

export function FactList({ facts }: { facts: readonly FactShown[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="fact-list">
      {facts.map(({ label, value, note, isText }) => (
        <div key={label} className={isText ? 'words' : undefined}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
