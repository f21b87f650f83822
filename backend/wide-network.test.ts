import { expect, test } from 'vitest'
import { wideNetworkOf } from './wide-network.ts'

test.each([
  ['2001:db8:1:2', '2001:db8:1'],
  ['2001:db8:0:0', '2001:db8:0'],
  ['203.0.113.7', null],
  ['::ffff:203.0.113.7', null],
  ['', null],
  ['https://push.example/1:2:3:4', null],
])('the wide network of %j is %j', (client, network) => {
  expect(wideNetworkOf(client)).toBe(network)
})
