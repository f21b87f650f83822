import { expect, test } from 'vitest'
import { Registry } from './registry.ts'

test('counters and gauges are read when the text is requested', () => {
  const registry = new Registry()
  let hits = 1
  registry.counter('hits_total', 'Cached responses.', () => hits)
  registry.gauge('pool', 'Connections.', () => [
    [{ pool: 'a', state: 'idle' }, 2],
    [{ pool: 'b "\\\n' }, 0.5],
  ])
  hits = 3
  expect(registry.text()).toBe(
    [
      '# HELP hits_total Cached responses.',
      '# TYPE hits_total counter',
      'hits_total 3',
      '# HELP pool Connections.',
      '# TYPE pool gauge',
      'pool{pool="a",state="idle"} 2',
      'pool{pool="b \\"\\\\\\n"} 0.5',
      '',
    ].join('\n'),
  )
})

test('a histogram counts cumulatively up to each bound, per set of labels', () => {
  const registry = new Registry()
  const durations = registry.histogram('seconds', 'Durations.', [0.1, 1])
  for (const value of [0.1, 0.2, 1, 5]) durations.observe({ route: '/jobs' }, value)
  durations.observe({ route: '/' }, 0.01)
  expect(registry.text().split('\n').slice(2, -1)).toEqual([
    'seconds_bucket{route="/jobs",le="0.1"} 1',
    'seconds_bucket{route="/jobs",le="1"} 3',
    'seconds_bucket{route="/jobs",le="+Inf"} 4',
    'seconds_sum{route="/jobs"} 6.3',
    'seconds_count{route="/jobs"} 4',
    'seconds_bucket{route="/",le="0.1"} 1',
    'seconds_bucket{route="/",le="1"} 1',
    'seconds_bucket{route="/",le="+Inf"} 1',
    'seconds_sum{route="/"} 0.01',
    'seconds_count{route="/"} 1',
  ])
})
