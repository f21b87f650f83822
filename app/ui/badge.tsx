import type { Badge, BadgeStyle } from '#domain/badge.ts'
import type { IconName } from './icon-sprite.tsx'
import { Icon } from './icon.tsx'

const ICONS: Record<BadgeStyle, IconName> = {
  start: 'play',
  'date-extend': 'clock',
  out: 'check',
  soon: 'hourglass',
  new: 'spark',
  'external-link': 'leave',
  document: 'page',
}

export function BadgeMark({ badge }: { badge: Badge }) {
  return (
    <span className={`badge ${badge.style}`}>
      <Icon name={badge.label === 'Out' ? 'check' : ICONS[badge.style]} />
      {badge.label}
    </span>
  )
}
