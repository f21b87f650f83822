import type { PushStatistics } from '#app/data/push-client.ts'
import type { PushCategory } from '#domain/push/preferences.ts'

/** @returns the number of active subscriptions of a category; undefined while it is not loaded */
export function audienceOf(statistics: PushStatistics | null, category: PushCategory): number | undefined {
  const name = category.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return statistics?.[`${name}_enabled`]
}
