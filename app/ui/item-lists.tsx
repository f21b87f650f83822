import { Icon } from './icon.tsx'
import { StoredText } from './stored-text.tsx'

/** Ordered steps. */
export function StepList({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="step-list">
      {steps.map((step, position) => (
        <li key={position}>
          <StoredText text={step} />
        </li>
      ))}
    </ol>
  )
}

/** A checklist. */
export function TickList({ items }: { items: readonly string[] }) {
  return (
    <ul className="tick-list">
      {items.map((item, position) => (
        <li key={position}>
          <Icon name="check" />
          <StoredText text={item} />
        </li>
      ))}
    </ul>
  )
}
