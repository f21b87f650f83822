import { expect, test } from 'vitest'
import { readBinQuery } from './bin-query.ts'

const ACCOUNT = '2f57607c-3063-4fd9-8100-e6552c4d1f2a'

test.each([
  [`by=${ACCOUNT}`, { account: ACCOUNT }],
  [`by=${ACCOUNT.slice(0, 35)}`, { account: '' }],
  [`by=${'-'.repeat(36)}`, { account: '' }],
  ['days=7', { days: 7 }],
  ['days=8', { days: null }],
  ['kind=nothing', { table: null }],
])('of the address ?%s what the bin does not offer is ignored', (address, expected) => {
  expect(readBinQuery(new URLSearchParams(address))).toMatchObject(expected)
})
