import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Backend } from '#backend/open-backend.ts'
import type { PageCache } from '#server/page-cache/page-cache.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { logSlowRequest } from '#server/slow-requests.ts'
import { createRouteNames } from './route-name.ts'

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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
        logSlowRequest(route, response.status, seconds)
        return response
      }
    },
    addCache(cache: PageCache): void {
      addCache(registry, cache)
    },
  }
}

/** Metrics that are read at each scrape, so that modules count with plain variables. */
function readMetrics(registry: Registry) {
  const registers = [registry]
  return {
    gauge: (name: string, help: string, read: () => number): void => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
    counter: (name: string, help: string, read: () => number): void => {
      const collect = () => {
        counter.reset()
        counter.inc(read())
      }
      const counter: Counter = new Counter({ name, help, registers, collect })
    },
    /** @param label name of the label, and a function that returns the count of each of its values */
    labelledCounter: (name: string, help: string, label: [string, read: () => Record<string, number>]): void => {
      const [labelName, read] = label
      const collect = () => {
        counter.reset()
        for (const [value, count] of Object.entries(read())) counter.inc({ [labelName]: value }, count)
      }
      const counter: Counter = new Counter({ name, help, labelNames: [labelName], registers, collect })
    },
  }
}

function addCache(registry: Registry, cache: PageCache): void {
  const { gauge, counter, labelledCounter } = readMetrics(registry)
  const results = () => {
    const { hits: hit, misses: miss, stale, busy } = cache.figures
    return { hit, miss, stale, busy }
  }
  labelledCounter('suchana_cached_answers_total', 'Responses of the page cache, by result.', ['result', results])
  gauge('suchana_page_cache_bytes', 'Memory of the page cache.', () => cache.usage.bytes)
  gauge('suchana_page_cache_answers', 'Responses in the page cache.', () => cache.usage.responses)
  counter('suchana_page_cache_evictions_total', 'Responses evicted from the page cache.', () => cache.usage.evicted)
}

function addBackend(registry: Registry, { figures }: Pick<Backend, 'figures'>): void {
  const { gauge, counter, labelledCounter } = readMetrics(registry)
  counter('suchana_queries_total', 'Database queries for visitors.', () => figures().queries)
  counter(
    'suchana_popular_answers_total',
    'Searches and suggestions that were answered from memory.',
    () => figures().popular.answered,
  )
  gauge(
    'suchana_popular_answers_bytes',
    'Memory of the answers to searches and suggestions.',
    () => figures().popular.bytes,
  )
  gauge(
    'suchana_queries_running',
    'Database queries for visitors that run or wait for a connection.',
    () => figures().running,
  )
  gauge('suchana_realtime_sockets', 'Open realtime connections.', () => figures().sockets)
  gauge(
    'suchana_outbox_lag_seconds',
    'Age of the last complete read of the outbox: about a second at most, more while the database is unavailable.',
    () => figures().outboxLag / 1_000,
  )
  labelledCounter('suchana_push_messages_total', 'Push messages that this server tried to send, by outcome.', [
    'outcome',
    () => figures().push,
  ])
}

function addProcess(registry: Registry): void {
  const { gauge, counter } = readMetrics(registry)
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  counter('process_cpu_seconds_total', 'Processor time of the process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_uptime_seconds', 'Time since the start.', () => process.uptime())
  gauge('suchana_event_loop_delay_seconds', 'Delay of the event loop since the last scrape, 99th percentile.', () => {
    const seconds = delay.percentile(99) / 1e9
    delay.reset()
    return seconds
  })
}
