import type { ReactNode } from 'react'
import { AdminIcon, type AdminIconName } from './admin-icon.tsx'

interface EmptyListProps {
  icon: AdminIconName
  heading: string
  /** A hint or what to do next. */
  children: ReactNode
}

/** In place of a list without rows. */
export function EmptyList({ icon, heading, children }: EmptyListProps) {
  return (
    <div className="admin-empty">
      <AdminIcon name={icon} />
      <h2>{heading}</h2>
      {children}
    </div>
  )
}
