import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SORTS } from './content/filters.ts'
import { CONTENT_KINDS } from './content/registry.ts'
import { addressOfSearch, correctSearchAddress, readSearchQuery, searchFacets } from './search-query.ts'
import { isSearchable, searchText } from './search-text.ts'

const unfiltered = { filters: {}, sort: null, unstated: false }

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
  expect(readSearchQuery(new URLSearchParams(parameters))).toEqual({ ...unfiltered, ...query }),
)

test('every query can be read from its address', () => {
  const query = fc
    .record({
      text: fc.string({ unit: 'binary' }).map(searchText),
      category: fc.constantFrom(null, ...CONTENT_KINDS.map(({ table }) => table)),
      from: fc.nat(99).map((page) => page * 100),
      state: fc.constantFrom(undefined, 'goa', 'bihar'),
      reserved: fc.constantFrom(undefined, 'obc'),
      sort: fc.constantFrom(null, ...SORTS.map(({ value }) => value)),
    })
    .map(({ state, reserved, sort, ...query }) => {
      const canFilter = isSearchable(query.text) && searchFacets(query.category).length > 0
      const filters = { ...(state && { state }), ...(reserved && { category: reserved }) }
      return { ...query, ...unfiltered, ...(canFilter && { filters, sort }) }
    })
  fc.assert(
    fc.property(query, (original) => {
      const address = addressOfSearch(original)
      const { searchParams } = new URL(address, 'https://s.example')
      expect(readSearchQuery(searchParams)).toEqual(original)
      expect(correctSearchAddress(searchParams)).toBeNull()
    }),
  )
})

describe('filtered results in another spelling redirect to the address of their query', () => {
  test.each<[string, string | null]>([
    ['/search?q=ssc', null],
    ['/search?q=ssc&category=nonsense', null],
    ['/search?q=ssc&state=goa', null],
    ['/search?q=ssc&category=jobs&state=goa&sort=closing&from=100', null],
    ['/search?q=ssc&state=goa&utm_source=x', null],
    ['/search?q=ssc&category=jobs&posts-for=obc', null],
    ['/search?q=ssc&category=obc&state=goa', '/search?q=ssc&state=goa'],
    ['/search?q=ssc&category=&qualification=&state=goa&age=&sort=', '/search?q=ssc&state=goa'],
    ['/search?q=ssc&qualification=&state=&organization=&age=&sort=', '/search?q=ssc'],
    ['/search?state=goa&q=ssc', '/search?q=ssc&state=goa'],
    ['/search?q=ssc&state=atlantis', '/search?q=ssc'],
    ['/search?q=ssc&sort=sideways', '/search?q=ssc'],
    ['/search?q=ssc&unstated=1', '/search?q=ssc'],
    ['/search?q=ssc&category=results&state=goa', '/search?q=ssc&category=results'],
    ['/search?q=ssc&category=admissions&vacancies=100&fee=free', '/search?q=ssc&category=admissions&fee=free'],
    ['/search?q=s&state=goa', '/search?q=s'],
    ['/search?state=goa', '/search'],
  ])('%s', (address, expected) => {
    const { searchParams } = new URL(address, 'https://s.example')
    expect(correctSearchAddress(searchParams)).toBe(expected)
  })
})
