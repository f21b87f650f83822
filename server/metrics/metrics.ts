import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Backend } from '#backend/open-backend.ts'
import { log } from '#server/log.ts'
import type { PageCache } from '#server/page-cache/page-cache.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { Registry } from './registry.ts'
import { createRouteNames } from './route-name.ts'

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A request that takes longer is written to the log, in seconds. */
const SLOW = 1

type Answer<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>

/** What the server knows of itself, for an operator. Other parts add theirs to the registry. */
export function createMetrics(backend: Pick<Backend, 'figures'>, pages: readonly PageInfo[]) {
  const registry = new Registry()
  const routeName = createRouteNames(pages)
  const durations = registry.histogram(
    'suchana_request_duration_seconds',
    'Time to an answer that was not in memory, by route and status.',
    DURATIONS,
  )
  addBackend(registry, backend)
  addPush(registry, backend)
  addProcess(registry)
  return {
    registry,
    /** Measures every answer, and logs the slow ones without what was asked for. */
    timed<Rest extends unknown[]>(answer: Answer<Rest>): (request: Request, ...rest: Rest) => Promise<Response> {
      return async (request, ...rest) => {
        const start = performance.now()
        const response = await answer(request, ...rest)
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
  registry.counter('suchana_cached_answers_total', 'Answers from the page cache, by where they came from.', () => [
    [{ result: 'hit' }, cache.figures.hits],
    [{ result: 'miss' }, cache.figures.misses],
    [{ result: 'stale' }, cache.figures.stale],
  ])
  registry.gauge('suchana_page_cache_bytes', 'Memory of the page cache.', () => cache.usage.bytes)
  registry.gauge('suchana_page_cache_answers', 'Answers in the page cache.', () => cache.usage.responses)
  registry.counter(
    'suchana_page_cache_evictions_total',
    'Answers that made room for others.',
    () => cache.usage.evicted,
  )
}

function addBackend(registry: Registry, { figures }: Pick<Backend, 'figures'>): void {
  registry.counter('suchana_queries_total', 'Calls of the database for visitors.', () => figures().queries)
  registry.gauge('suchana_queries_running', 'Of these, under way or waiting for a connection.', () => figures().running)
  registry.gauge('suchana_realtime_sockets', 'Open realtime connections.', () => figures().sockets)
  registry.gauge(
    'suchana_outbox_lag_seconds',
    'Time since every committed change was known: about a second at most, more while the database is away.',
    () => figures().outboxLag / 1_000,
  )
}

function addPush(registry: Registry, { figures }: Pick<Backend, 'figures'>): void {
  registry.counter('suchana_push_messages_total', 'Notifications that this server tried to send, by outcome.', () =>
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
    'Delay of the event loop since it was read last, 99th percentile.',
    () => {
      const seconds = delay.percentile(99) / 1e9
      delay.reset()
      return seconds
    },
  )
}
