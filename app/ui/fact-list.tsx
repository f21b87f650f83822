export interface FactShown {
  label: string
  value: string
  note?: string | null
}

export function FactList({ facts }: { facts: readonly FactShown[] }) {
  return (
    <dl className="fact-list">
      {facts.map(({ label, value, note }) => (
        <div key={label}>
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
