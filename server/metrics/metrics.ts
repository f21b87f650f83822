import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Backend } from '#backend/open-backend.ts'
import { log } from '#server/log.ts'
import type { PageCache } from '#server/page-cache/page-cache.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { createRouteNames } from './route-name.ts'

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Seconds after which a request is logged as slow. */
const SLOW = 1

type Handler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>

/** The metrics of the server, for Prometheus. */
export function createMetrics(backend: Pick<Backend, 'figures'>, pages: readonly PageInfo[]) {
  const registry = new Registry()
  const routeName = createRouteNames(pages)
  const durations = new Histogram({
    name: 'suchana_request_duration_seconds',
    help: 'Time to a response that was not cached, by route and status.',
    labelNames: ['route', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  })
  addBackend(registry, backend)
  addProcess(registry)
  return {
    registry,
    /** Measures every response, and logs slow requests by route, without their URL. */
    timed<Rest extends unknown[]>(handler: Handler<Rest>): (request: Request, ...rest: Rest) => Promise<Response> {
      return async (request, ...rest) => {
        const start = performance.now()
        const response = await handler(request, ...rest)
        const seconds = (performance.now() - start) / 1_000
        const route = routeName(new URL(request.url).pathname)
        durations.observe({ route, status: String(response.status) }, seconds)
        if (seconds > SLOW) log.warn('A slow request', { route, status: response.status, seconds })
        return response
      }
    },
    addCache(cache: PageCache): void {
      addCache(registry, cache)
    },
  }
}

/** A metric that is read at each scrape, so that modules count with plain variables. */
interface ReadMetric {
  name: string
  help: string
  read: () => number
}

function addGauge(registry: Registry, { name, help, read }: ReadMetric): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) })
}

function addCounter(registry: Registry, { name, help, read }: ReadMetric): void {
  const collect = () => {
    counter.reset()
    counter.inc(read())
  }
  const counter: Counter = new Counter({ name, help, registers: [registry], collect })
}

/** @param metric.read returns the count of each value of the label */
function addLabelledCounter(
  registry: Registry,
  { name, help, label, read }: Omit<ReadMetric, 'read'> & { label: string; read: () => Record<string, number> },
): void {
  const collect = () => {
    counter.reset()
    for (const [value, count] of Object.entries(read())) counter.inc({ [label]: value }, count)
  }
  const counter: Counter = new Counter({ name, help, labelNames: [label], registers: [registry], collect })
}

function addCache(registry: Registry, cache: PageCache): void {
  addLabelledCounter(registry, {
    name: 'suchana_cached_answers_total',
    help: 'Responses of the page cache, by result.',
    label: 'result',
    read: () => ({ hit: cache.figures.hits, miss: cache.figures.misses, stale: cache.figures.stale }),
  })
  addGauge(registry, {
    name: 'suchana_page_cache_bytes',
    help: 'Memory of the page cache.',
    read: () => cache.usage.bytes,
  })
  addGauge(registry, {
    name: 'suchana_page_cache_answers',
    help: 'Responses in the page cache.',
    read: () => cache.usage.responses,
  })
  addCounter(registry, {
    name: 'suchana_page_cache_evictions_total',
    help: 'Responses evicted from the page cache.',
    read: () => cache.usage.evicted,
  })
}

function addBackend(registry: Registry, { figures }: Pick<Backend, 'figures'>): void {
  addCounter(registry, {
    name: 'suchana_queries_total',
    help: 'Database queries for visitors.',
    read: () => figures().queries,
  })
  addGauge(registry, {
    name: 'suchana_queries_running',
    help: 'Database queries for visitors that run or wait for a connection.',
    read: () => figures().running,
  })
  addGauge(registry, {
    name: 'suchana_realtime_sockets',
    help: 'Open realtime connections.',
    read: () => figures().sockets,
  })
  addGauge(registry, {
    name: 'suchana_outbox_lag_seconds',
    help: 'Age of the last complete read of the outbox: about a second at most, more while the database is unavailable.',
    read: () => figures().outboxLag / 1_000,
  })
  addLabelledCounter(registry, {
    name: 'suchana_push_messages_total',
    help: 'Push messages that this server tried to send, by outcome.',
    label: 'outcome',
    read: () => figures().push,
  })
}

function addProcess(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  addGauge(registry, {
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    read: () => process.memoryUsage.rss(),
  })
  addCounter(registry, {
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    read: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
  })
  addGauge(registry, {
    name: 'process_uptime_seconds',
    help: 'Time since the start.',
    read: () => process.uptime(),
  })
  addGauge(registry, {
    name: 'suchana_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape, 99th percentile.',
    read: () => {
      const seconds = delay.percentile(99) / 1e9
      delay.reset()
      return seconds
    },
  })
}
