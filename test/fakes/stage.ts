import type { Stage } from '#domain/content/recruitment.ts'

/** @returns an active notice of a recruitment, posted on 1 November 2026 */
export const stageOf = (table: Stage['table'], dates: Stage['dates'] = {}, more: Partial<Stage> = {}): Stage => ({
  table,
  slug: `${table}-slug`,
  title: `${table} title`,
  status: 'active',
  posted_at: '2026-11-01T04:30:00.000Z',
  dates,
  ...more,
})
