import { describe, expect, test } from 'vitest'
import { withoutFacet } from './filter-parameters.ts'
import { FACET_NAMES, FACETS, unstatedText } from './filters.ts'
import { admissions } from './kinds/admissions.ts'
import { jobs } from './kinds/jobs.ts'
import { results } from './kinds/results.ts'
import { correctListAddress, filterPaths, followedList, listAddress, readListQuery } from './list-address.ts'

const read = (address: string, kind: typeof jobs | typeof admissions | typeof results = jobs) => {
  const url = new URL(address, 'http://localhost')
  return readListQuery(kind, url.pathname, url.searchParams)
}
const correct = (address: string, kind: typeof jobs | typeof results = jobs) => {
  const url = new URL(address, 'http://localhost')
  return correctListAddress(kind, url.pathname, url.searchParams)
}

describe('one filter has a readable address', () => {
  test.each([
    ['/jobs/10th-pass', { qualification: '10th' }],
    ['/jobs/professional-degree', { qualification: 'professional' }],
    ['/jobs/in/jammu-and-kashmir', { state: 'jammu-and-kashmir' }],
    ['/jobs/in/all-india', { state: 'all-india' }],
    ['/jobs/closing-soon', { closing: 'week' }],
  ])('%s', (address, filters) => {
    expect(read(address).filters).toEqual(filters)
    expect(listAddress(jobs, { filters })).toBe(address)
    expect(correct(address)).toBeNull()
  })

  test('every one of them leads back to its filter', () => {
    for (const { path, filters } of filterPaths(jobs)) expect(read(path).filters).toEqual(filters)
    expect(filterPaths(jobs).length).toBeGreaterThan(40)
    expect(filterPaths(results)).toEqual([])
  })
})

test.each([
  ['/jobs/10th-pass', 'jobs?qualification=10th'],
  ['/jobs?state=goa&qualification=10th&unstated=1&sort=closing', 'jobs?qualification=10th&state=goa&unstated=1'],
  ['/jobs?closing=week&application=open&age=27', 'jobs?age=27'],
  ['/jobs/closing-soon', null],
  ['/jobs/10th-pass?search=ssc', null],
  ['/jobs', null],
])('the list %s is followed as %s', (address, followed) => {
  expect(followedList(jobs, read(address))).toBe(followed)
})

describe('an address in another spelling redirects to the one of its query', () => {
  test.each<[string, string | null]>([
    ['/jobs', null],
    ['/jobs?search=ssc', null],
    ['/jobs?utm_source=x', null],
    ['/jobs?after=nonsense', null],
    ['/jobs?qualification=10th', '/jobs/10th-pass'],
    ['/jobs?qualification=10th&state=&organization=&age=&sort=newest', '/jobs/10th-pass'],
    ['/jobs?search=ssc&qualification=&state=', '/jobs?search=ssc'],
    ['/jobs?state=goa&qualification=10th', '/jobs?qualification=10th&state=goa'],
    ['/jobs?qualification=10th&state=goa', null],
    ['/jobs?qualification=10th&state=goa&utm_source=x', null],
    ['/jobs/10th-pass?state=goa', '/jobs?qualification=10th&state=goa'],
    ['/jobs/10th-pass?search=ssc', null],
    ['/jobs/10th-pass?sort=newest', '/jobs/10th-pass'],
    ['/jobs?closing=week', '/jobs/closing-soon'],
    ['/jobs?closing=week&sort=newest', null],
    ['/jobs?closing=today&sort=closing', '/jobs?closing=today'],
    ['/jobs?sort=closing', null],
    ['/jobs?sort=sideways', '/jobs'],
    ['/jobs?unstated=1', '/jobs'],
    ['/jobs?state=goa&unstated=1', null],
    ['/jobs?state=atlantis', '/jobs'],
    ['/jobs?age=07', '/jobs?age=7'],
    ['/jobs?age=0', '/jobs'],
    ['/jobs?age=-1', '/jobs'],
    ['/jobs?state=goa&state=bihar', '/jobs/in/goa'],
    ['/jobs?organization=%00', '/jobs'],
  ])('%s', (address, expected) => {
    expect(correct(address)).toBe(expected)
    expect(correct(expected ?? address)).toBeNull()
  })

  test('kinds without filters read none', () => {
    expect(correct('/results?state=goa', results)).toBeNull()
    expect(read('/results?state=goa', results).filters).toEqual({})
    expect(read('/admission?vacancies=10', admissions).filters).toEqual({})
  })
})

test('every choice of every filter is read as it is written', () => {
  for (const facet of FACET_NAMES) {
    for (const { value } of FACETS[facet].choices) {
      const address = listAddress(jobs, { filters: { [facet]: value }, sort: 'vacancies' })
      expect(read(address)).toMatchObject({ filters: { [facet]: value }, sort: 'vacancies' })
    }
  }
})

test('removing one filter retains the others and the text', () => {
  const query = read('/jobs?qualification=10th&state=goa&search=ssc&after=x')
  expect(listAddress(jobs, { ...query, filters: withoutFacet(query.filters, 'qualification'), after: null })).toBe(
    '/jobs/in/goa?search=ssc',
  )
})

test.each([
  [{ qualification: '10th' }, 1, '1 job does not state a qualification'],
  [{ state: 'goa', age: '20', closing: 'week' }, 12, '12 jobs do not state a state or an age'],
])('%j: %i', (filters, count, text) => {
  expect(unstatedText(filters, count, jobs)).toBe(text)
})
