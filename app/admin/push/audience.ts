import type { PushStatistics } from '#app/data/push-client.ts'
import type { PushCategory } from '#domain/push/preferences.ts'

const columns: Record<PushCategory, keyof PushStatistics> = {
  newJobs: 'new_jobs_enabled',
  results: 'results_enabled',
  admitCards: 'admit_cards_enabled',
  answerKeys: 'answer_keys_enabled',
  generalUpdates: 'general_updates_enabled',
}

/** @returns the number of active subscriptions of a category; undefined while it is not loaded */
export function audienceOf(statistics: PushStatistics | null, category: string): number | undefined {
  return statistics?.[columns[category as PushCategory]]
}
