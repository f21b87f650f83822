import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTENT_KINDS } from './content/registry.ts'
import { searchAddress, readSearchQuery } from './search-address.ts'
import { searchText } from './search-text.ts'

test.each([
  ['', { text: '', category: null, from: 0 }],
  ['q=ssc', { text: 'ssc', category: null, from: 0 }],
  ['q=+ssc+cgl+&category=admit_cards&from=200', { text: 'ssc cgl', category: 'admit_cards', from: 200 }],
  ['q=ssc&q=upsc&category=jobs&category=results', { text: 'ssc', category: 'jobs', from: 0 }],
  ['q[]=ssc&category[]=jobs', { text: '', category: null, from: 0 }],
  ['q=ssc&category=profiles', { text: 'ssc', category: null, from: 0 }],
  ['q=ssc&category=__proto__', { text: 'ssc', category: null, from: 0 }],
  ['q=ssc&from=-100', { text: 'ssc', category: null, from: 0 }],
  ['q=ssc&from=150', { text: 'ssc', category: null, from: 100 }],
  ['q=ssc&from=10000', { text: 'ssc', category: null, from: 10_000 }],
  ['q=ssc&from=99999', { text: 'ssc', category: null, from: 99_900 }],
  ['q=ssc&from=1e9', { text: 'ssc', category: null, from: 0 }],
  ['q=a%00b', { text: 'ab', category: null, from: 0 }],
])('the parameters %j are the query %j', (parameters, query) =>
  expect(readSearchQuery(new URLSearchParams(parameters))).toEqual(query),
)

test.each([
  [{}, '/search'],
  [{ text: 'ssc' }, '/search?q=ssc'],
  [{ text: 'ssc', category: null, from: 0 }, '/search?q=ssc'],
  [{ text: '100% & more', category: 'jobs', from: 100 }, '/search?q=100%25+%26+more&category=jobs&from=100'],
] as const)('the query %j has the address %s', (query, address) => expect(searchAddress(query)).toBe(address))

test('every query can be read from its address', () => {
  const query = fc.record({
    text: fc.string({ unit: 'binary' }).map(searchText),
    category: fc.constantFrom(null, ...CONTENT_KINDS.map(({ table }) => table)),
    from: fc.nat(99).map((page) => page * 100),
  })
  fc.assert(
    fc.property(query, (original) => {
      const address = searchAddress(original)
      expect(readSearchQuery(new URL(address, 'https://s.example').searchParams)).toEqual(original)
    }),
  )
})
