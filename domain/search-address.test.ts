import { expect, test } from 'vitest'
import { searchAddress } from './search-address.ts'

test.each([
  [{}, '/search'],
  [{ text: 'ssc' }, '/search?q=ssc'],
  [{ text: 'ssc', category: null, from: 0 }, '/search?q=ssc'],
  [{ text: '100% & more', category: 'jobs', from: 100 }, '/search?q=100%25+%26+more&category=jobs&from=100'],
] as const)('the query %j has the address %s', (query, address) => expect(searchAddress(query)).toBe(address))
