import { expect, test } from 'vitest'
import { answerMetrics } from './answer-metrics.ts'

const registry = { text: () => 'hits_total 3\n' }
const here = '127.0.0.1'
const elsewhere = '203.0.113.7'

test.each<[status: number, who: string, peer: string | undefined, headers: Record<string, string>, token?: string]>([
  [200, 'this machine', here, {}],
  [200, 'this machine, in IPv6', '::1', {}],
  [200, 'this machine, in both', '::ffff:127.0.0.1', {}],
  [404, 'others', elsewhere, {}],
  [404, 'nobody known', undefined, {}],
  [404, 'others through a proxy on this machine', here, { 'x-forwarded-for': elsewhere }],
  [404, 'others who guess that there is a token', elsewhere, { authorization: 'Bearer undefined' }],
  [200, 'whoever has the token', elsewhere, { authorization: 'Bearer secret' }, 'secret'],
  [404, 'whoever has another one', here, { authorization: 'Bearer secreT' }, 'secret'],
  [404, 'whoever has half of it', here, { authorization: 'Bearer sec' }, 'secret'],
  [404, 'this machine without the token', here, {}, 'secret'],
])('%i for %s', async (status, _who, peer, headers, token) => {
  const answer = answerMetrics(registry, token)(new Request('https://suchana.example/metrics', { headers }), peer)
  expect([answer.status, await answer.text()]).toEqual([status, status === 200 ? 'hits_total 3\n' : 'Not found'])
})
