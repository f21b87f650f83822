import type { ReactNode } from 'react'
import { StoredText } from './stored-text.tsx'

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
      <h2>
        <StoredText text={heading} />
      </h2>
      <p>
        <StoredText text={line} />
      </p>
      {tips.length > 0 && (
        <ul>
          {tips.map((tip) => (
            <li key={tip}>
              <StoredText text={tip} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
