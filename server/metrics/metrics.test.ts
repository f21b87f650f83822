import { expect, test } from 'vitest'
import { FIXTURE_PAGES } from '#test/fakes/pages.ts'
import { createMetrics } from './metrics.ts'

const push = { sent: 5, failed: 0, gone: 1, again: 0 }
const popular = { answered: 3, stored: 1, bytes: 900 }
const figures = () => ({ queries: 7, running: 1, popular, sockets: 2, outboxLag: 250, push })

test('metrics count responses by route and status, and contain no part of the URL', async () => {
  const metrics = createMetrics({ figures }, FIXTURE_PAGES)
  const handle = metrics.timed(() => new Response('gone', { status: 410 }))
  await handle(new Request('https://suchana.example/jobs/secret-name?search=private'))
  const text = await metrics.registry.metrics()
  expect(text).toContain('suchana_request_duration_seconds_count{route="/jobs/…",status="410"} 1')
  expect(text).toContain('\nsuchana_queries_total 7\n')
  expect(text).toContain('\nsuchana_outbox_lag_seconds 0.25\n')
  expect(text).toContain('\nsuchana_push_messages_total{outcome="sent"} 5\n')
  expect(text).not.toMatch(/secret|private/)
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^$|^(# (HELP|TYPE) .+|[a-z_]+({[^}]+})? [\d.e+-]+)$/)
})

test('metrics are read anew at each scrape, with their types', async () => {
  let queries = 7
  const { registry } = createMetrics({ figures: () => ({ ...figures(), queries }) }, FIXTURE_PAGES)
  await registry.metrics()
  queries = 9
  const text = await registry.metrics()
  expect(text).toContain('\n# TYPE suchana_queries_total counter\nsuchana_queries_total 9\n')
  expect(text).toContain('\n# TYPE suchana_realtime_sockets gauge\nsuchana_realtime_sockets 2\n')
  expect(text).toContain('\nsuchana_push_messages_total{outcome="sent"} 5\n')
  expect(text).toContain('# TYPE suchana_request_duration_seconds histogram\n')
})
