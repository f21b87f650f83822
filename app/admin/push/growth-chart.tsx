import type { Growth } from '#app/data/push-client.ts'
import { formatDay } from '#domain/dates.ts'
import { formatNumber } from '#domain/numbers.ts'

const [width, height] = [600, 120]

/** Active subscriptions at the end of each of the last days. */
export function GrowthChart({ growth }: { growth: Growth | null }) {
  const [first, last] = [growth?.[0], growth?.at(-1)]
  if (!growth || !first || !last) return null
  const most = Math.max(...growth.map(({ active }) => active))
  const points = growth.map(({ active }, day) => {
    const x = (day / Math.max(1, growth.length - 1)) * width
    return `${x.toFixed(1)},${(height - (Math.max(0, active) / Math.max(1, most)) * height).toFixed(1)}`
  })
  const summary = `${formatNumber(first.active)} on ${formatDay(first.day)}, ${formatNumber(last.active)} today`
  return (
    <section aria-labelledby="push-growth">
      <h2 id="push-growth">Active subscriptions, last {growth.length} days</h2>
      <figure className="push-chart">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} />
          <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
        </svg>
        <figcaption>
          <span className="visually-hidden">{summary}</span>
          <span>{formatDay(first.day)}</span>
          <span>most: {formatNumber(most)}</span>
          <span>today: {formatNumber(last.active)}</span>
        </figcaption>
      </figure>
    </section>
  )
}
