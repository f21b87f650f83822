import type { BadgeStyle } from './badge.ts'

/** Names of icons. Where they are drawn: app/ui/icon.tsx */
const ICONS = {
  start: 'play',
  'date-extend': 'clock',
  out: 'check',
  soon: 'hourglass',
  new: 'spark',
  closed: 'closed',
  'external-link': 'leave',
  document: 'page',
} as const satisfies Record<BadgeStyle, string>

type BadgeIcon = (typeof ICONS)[BadgeStyle]

/** The icons of all badges. */
export const BADGE_ICONS: BadgeIcon[] = Object.values(ICONS)

const BY_STYLE = new Map<string, BadgeIcon>(Object.entries(ICONS))

/** @param style a BadgeStyle, or one of an earlier version that a browser has stored */
export function badgeIcon({ label, style }: { label: string; style: string }): BadgeIcon {
  return label === 'Out' ? 'check' : (BY_STYLE.get(style) ?? 'spark')
}
