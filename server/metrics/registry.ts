type Labels = Record<string, string>

/** The current value of a metric: one number, or one for each set of labels. */
type Reading = number | [Labels, number][]

interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines: () => [suffix: string, Labels, number][]
}

export interface Histogram {
  observe(labels: Labels, value: number): void
}

interface Observed {
  labels: Labels
  /** Counts per bucket; the last bucket holds all values above the bounds. */
  counts: number[]
  sum: number
}

/**
 * Metrics for Prometheus. Counters and gauges are read at each scrape, so modules count with plain variables.
 * Source: prometheus.io, Exposition formats, text-based format
 */
export class Registry {
  readonly #metrics: Metric[] = []

  /** @param read returns the current value, which never decreases */
  counter(name: string, help: string, read: () => Reading): void {
    this.#metrics.push({ name, help, type: 'counter', lines: () => readingLines(read()) })
  }

  gauge(name: string, help: string, read: () => Reading): void {
    this.#metrics.push({ name, help, type: 'gauge', lines: () => readingLines(read()) })
  }

  /** @param bounds upper ends of the buckets, ascending */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const series = new Map<string, Observed>()
    this.#metrics.push({
      name,
      help,
      type: 'histogram',
      lines: () => [...series.values()].flatMap((one) => histogramLines(one, bounds)),
    })
    return {
      observe(labels, value) {
        const key = JSON.stringify(labels)
        const one = series.get(key) ?? { labels, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 }
        const bucket = bounds.findIndex((bound) => value <= bound)
        one.counts[bucket < 0 ? bounds.length : bucket]! += 1
        one.sum += value
        series.set(key, one)
      },
    }
  }

  text(): string {
    return this.#metrics.map(describe).join('')
  }
}

function describe({ name, help, type, lines }: Metric): string {
  const samples = lines().map(([suffix, labels, value]) => `${name}${suffix}${labelText(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join('')}`
}

function readingLines(reading: Reading): [string, Labels, number][] {
  if (typeof reading === 'number') return [['', {}, reading]]
  return reading.map(([labels, value]) => ['', labels, value])
}

function histogramLines({ labels, counts, sum }: Observed, bounds: readonly number[]): [string, Labels, number][] {
  let below = 0
  const buckets = counts.map((count, index): [string, Labels, number] => {
    below += count
    return ['_bucket', { ...labels, le: String(bounds[index] ?? '+Inf') }, below]
  })
  return [...buckets, ['_sum', labels, sum], ['_count', labels, below]]
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
