import { StoredText } from './stored-text.tsx'

export interface FactShown {
  label: string
  value: string
  note?: string | null
  /** Whether the value is text, which has the whole width; numbers have half of it. */
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
            <StoredText text={value} />
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
