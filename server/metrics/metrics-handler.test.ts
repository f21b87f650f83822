import { expect, test } from 'vitest'
import { Registry } from 'prom-client'
import { createMetricsHandler } from './metrics-handler.ts'

const registry = { metrics: async () => 'hits_total 3\n', contentType: Registry.PROMETHEUS_CONTENT_TYPE }
const here = '127.0.0.1'
const elsewhere = '203.0.113.7'

test.each<[status: number, client: string, peer: string | undefined, headers: Record<string, string>, token?: string]>([
  [200, 'this machine', here, {}],
  [200, 'this machine over IPv6', '::1', {}],
  [200, 'this machine over IPv4-mapped IPv6', '::ffff:127.0.0.1', {}],
  [200, 'this machine by its IPv6 address', '::1', { host: '[::1]:5000' }],
  [404, 'this machine for the name of the site, as a proxy passes it on', here, { host: 'suchana.example' }],
  [404, 'a page of another site whose name leads to this machine', here, { host: '127.0.0.1.attacker.example' }],
  [404, 'another machine', elsewhere, {}],
  [404, 'an unknown peer', undefined, {}],
  [404, 'another machine through a proxy on this machine', here, { 'x-forwarded-for': elsewhere }],
  [404, 'another machine with a token when none is configured', elsewhere, { authorization: 'Bearer undefined' }],
  [200, 'a client with the token', elsewhere, { authorization: 'Bearer secret' }, 'secret'],
  [404, 'a client with a wrong token', here, { authorization: 'Bearer secreT' }, 'secret'],
  [404, 'a client with a part of the token', here, { authorization: 'Bearer sec' }, 'secret'],
  [404, 'this machine without the token', here, {}, 'secret'],
])('/metrics responds with %i to %s', async (status, _client, peer, { host = 'localhost:5000', ...rest }, token) => {
  const response = await createMetricsHandler(registry, token)(
    new Request(`http://${host}/metrics`, { headers: rest }),
    peer,
  )
  expect([response.status, await response.text()]).toEqual([status, status === 200 ? 'hits_total 3\n' : 'Not found'])
})
