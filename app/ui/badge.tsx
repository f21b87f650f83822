import { statusClass, type Badge } from '#domain/content/badge.ts'
import { badgeIcon } from '#domain/content/badge-icons.ts'
import { Icon } from './icon.tsx'

interface BadgeMarkProps {
  badge: Badge | null
  /** Becomes a style class. The look has an attribute of its own: a status that the kind does not show looks 'New'. */
  status: string | null
}

export function BadgeMark({ badge, status }: BadgeMarkProps) {
  return (
    badge && (
      <span className={`badge ${statusClass(status)}`.trim()} data-look={badge.style}>
        <Icon name={badgeIcon(badge)} />
        {badge.label}
      </span>
    )
  )
}
