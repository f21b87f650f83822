import { describe, expect, test } from 'vitest'
import { cachedTableRead, hasViewCounts, isVisitorRead } from './cached-table-read.ts'

const key = 'sb_publishable_of_this_test'
const visitor = { apikey: key }

test.each([
  ['the key alone', visitor],
  ['the key twice, as the official client sends it', { ...visitor, authorization: `Bearer ${key}` }],
  ['accept */*', { ...visitor, accept: '*/*' }],
  [
    'accept application/json and headers of the official client',
    { ...visitor, accept: 'application/json', 'accept-profile': 'public', 'x-client-info': 'supabase-js' },
  ],
])('a table read with %s may be cached', (_name, headers) => expect(isVisitorRead(headers, key)).toBe(true))

test.each([
  ['/rest/v1/organizations', 'organizations'],
  ['/rest/v1/jobs?select=id,title&order=posted_at.desc&limit=25', 'jobs'],
  ['/rest/v1/jobs?slug=eq.ssc-cgl', 'jobs'],
  ['/rest/v1/admit_cards?or=(status.eq.Out,status.eq.Soon)', 'admit_cards'],
])('the table read %s may be cached', (url, table) => expect(cachedTableRead(url)).toBe(table))

describe('table reads that are never cached', () => {
  test.each([
    ['a read without a key', {}],
    ['a read with another key', { apikey: 'sb_secret_of_this_test' }],
    ['a request with a session', { ...visitor, authorization: 'Bearer header.payload.signature' }],
    ['a request for a single object', { ...visitor, accept: 'application/vnd.pgrst.object+json' }],
    ['a request for CSV', { ...visitor, accept: 'text/csv' }],
    ['a request with a count', { ...visitor, prefer: 'count=exact' }],
    ['a request for a range', { ...visitor, range: '0-9' }],
    ['a request for another schema', { ...visitor, 'accept-profile': 'auth' }],
    ['a request with a body', { ...visitor, 'content-length': '2' }],
  ])('%s is not a cacheable visitor read', (_name, headers) => expect(isVisitorRead(headers, key)).toBe(false))

  test.each([
    ['another table', '/rest/v1/profiles'],
    ['a table of visitor data', '/rest/v1/newsletter_subscribers'],
    ['a function', '/rest/v1/rpc/home_board'],
    ['the root', '/rest/v1/'],
    ['a path below a table', '/rest/v1/jobs/1'],
    ['an escaped name', '/rest/v1/job%73'],
    ['a related table', '/rest/v1/jobs?select=id,organizations(name)'],
    ['a text filter', '/rest/v1/jobs?title=ilike.*ssc*'],
    ['an escaped text filter', '/rest/v1/jobs?title=il%69ke.*ssc*'],
    ['a text filter in a group', '/rest/v1/jobs?or=(title.ilike.*ssc*,post_name.ilike.*ssc*)'],
    ['a text search', '/rest/v1/jobs?title=wfts.ssc'],
    ['a pattern', '/rest/v1/jobs?title=match.a+'],
    ['a key in the address', `/rest/v1/jobs?apikey=${key}`],
    ['a long URL', `/rest/v1/jobs?select=${'id,'.repeat(200)}`],
    ['an absolute URL', 'http://evil.example/rest/v1/jobs'],
  ])('the address of %s is not a cacheable table read', (_name, url) => expect(cachedTableRead(url)).toBeNull())
})

test.each([
  [true, '/rest/v1/jobs'],
  [true, '/rest/v1/jobs?slug=eq.ssc-cgl'],
  [true, '/rest/v1/jobs?select=*&limit=5'],
  [true, '/rest/v1/jobs?select=title,view_count'],
  [true, '/rest/v1/jobs?select=title&order=view_count.desc'],
  [false, '/rest/v1/jobs?select=title&order=posted_at.desc'],
  [false, '/rest/v1/categories'],
  [false, '/jobs'],
])('whether the number of views matters is %s for %s', (counted, url) => expect(hasViewCounts(url)).toBe(counted))
