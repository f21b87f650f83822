import type { PushStatistics } from '#app/data/push-client.ts'
import { formatNumber } from '#domain/numbers.ts'
import { PUSH_CATEGORY_LABELS } from '#domain/push/preferences.ts'
import { audienceOf } from './audience.ts'

/** Number of subscriptions, in total and by category. */
export function PushNumbers({ statistics }: { statistics: PushStatistics | null }) {
  const numbers: [label: string, value: number | undefined][] = [
    ['Subscriptions', statistics?.total_subscriptions],
    ['Active', statistics?.active_subscriptions],
    ['Inactive', statistics?.inactive_subscriptions],
    ...Object.entries(PUSH_CATEGORY_LABELS).map(([category, label]): [string, number | undefined] => [
      label,
      audienceOf(statistics, category),
    ]),
  ]
  return (
    <section aria-labelledby="push-numbers">
      <h2 id="push-numbers">Statistics</h2>
      <dl className="push-numbers" aria-busy={statistics === null}>
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === undefined ? '–' : formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
