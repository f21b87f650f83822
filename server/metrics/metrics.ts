import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Backend } from '#backend/open-backend.ts'
import { log } from '#server/log.ts'
import type { PageCache } from '#server/page-cache/page-cache.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { Registry } from './registry.ts'
import { createRouteNames } from './route-name.ts'

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Seconds after which a request is logged as slow. */
const SLOW = 1

type Handler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>

/** The metrics of the server. Other modules add theirs to the registry. */
export function createMetrics(backend: Pick<Backend, 'figures'>, pages: readonly PageInfo[]) {
  const registry = new Registry()
  const routeName = createRouteNames(pages)
  const durations = registry.histogram(
    'suchana_request_duration_seconds',
    'Time to a response that was not cached, by route and status.',
    DURATIONS,
  )
  addBackend(registry, backend)
  addPush(registry, backend)
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

function addCache(registry: Registry, cache: PageCache): void {
  registry.counter('suchana_cached_answers_total', 'Responses of the page cache, by result.', () => [
    [{ result: 'hit' }, cache.figures.hits],
    [{ result: 'miss' }, cache.figures.misses],
    [{ result: 'stale' }, cache.figures.stale],
  ])
  registry.gauge('suchana_page_cache_bytes', 'Memory of the page cache.', () => cache.usage.bytes)
  registry.gauge('suchana_page_cache_answers', 'Responses in the page cache.', () => cache.usage.responses)
  registry.counter(
    'suchana_page_cache_evictions_total',
    'Responses evicted from the page cache.',
    () => cache.usage.evicted,
  )
}

function addBackend(registry: Registry, { figures }: Pick<Backend, 'figures'>): void {
  registry.counter('suchana_queries_total', 'Database queries for visitors.', () => figures().queries)
  registry.gauge(
    'suchana_queries_running',
    'Database queries for visitors that run or wait for a connection.',
    () => figures().running,
  )
  registry.gauge('suchana_realtime_sockets', 'Open realtime connections.', () => figures().sockets)
  registry.gauge(
    'suchana_outbox_lag_seconds',
    'Age of the last complete read of the outbox: about a second at most, more while the database is unavailable.',
    () => figures().outboxLag / 1_000,
  )
}

function addPush(registry: Registry, { figures }: Pick<Backend, 'figures'>): void {
  registry.counter('suchana_push_messages_total', 'Push messages that this server tried to send, by outcome.', () =>
    Object.entries(figures().push).map(([outcome, count]) => [{ outcome }, count]),
  )
}

function addProcess(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  registry.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  registry.counter('process_cpu_seconds_total', 'Processor time of the process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  registry.gauge('process_uptime_seconds', 'Time since the start.', () => process.uptime())
  registry.gauge(
    'suchana_event_loop_delay_seconds',
    'Delay of the event loop since the last scrape, 99th percentile.',
    () => {
      const seconds = delay.percentile(99) / 1e9
      delay.reset()
      return seconds
    },
  )
}
