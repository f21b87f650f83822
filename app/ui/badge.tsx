import { statusClass, type Badge, type BadgeStyle } from '#domain/content/badge.ts'
import type { IconName } from './icon-sprite.tsx'
import { Icon } from './icon.tsx'

const ICONS: Record<BadgeStyle, IconName> = {
  start: 'play',
  'date-extend': 'clock',
  out: 'check',
  soon: 'hourglass',
  new: 'spark',
  closed: 'closed',
  'external-link': 'leave',
  document: 'page',
}

export function badgeIcon({ label, style }: Badge): IconName {
  return label === 'Out' ? 'check' : ICONS[style]
}

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
