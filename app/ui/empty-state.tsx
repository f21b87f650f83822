import type { ReactNode } from 'react'

interface EmptyStateProps {
  heading: string
  line: string
  tips?: readonly string[]
  /** An action, such as clearing the search. */
  children?: ReactNode
}

export function EmptyState({ heading, line, tips = [], children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <h2>{heading}</h2>
      <p>{line}</p>
      {tips.length > 0 && (
        <ul>
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
