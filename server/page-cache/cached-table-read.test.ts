import { describe, expect, test } from 'vitest'
import { isVisitorRead, cachedTableRead } from './cached-table-read.ts'

const key = 'sb_publishable_of_this_test'
const visitor = { apikey: key }

test.each([
  ['the key alone', visitor],
  ['the key twice, as the official client sends it', { ...visitor, authorization: `Bearer ${key}` }],
  ['anything', { ...visitor, accept: '*/*' }],
  ['JSON', { ...visitor, accept: 'application/json', 'accept-profile': 'public', 'x-client-info': 'supabase-js' }],
])('a read with %s may be cached', (_name, headers) => expect(isVisitorRead(headers, key)).toBe(true))

test.each([
  ['/rest/v1/organizations', 'organizations'],
  ['/rest/v1/jobs?select=id,title&order=posted_at.desc&limit=25', 'jobs'],
  ['/rest/v1/jobs?slug=eq.ssc-cgl', 'jobs'],
  ['/rest/v1/admit_cards?or=(status.eq.Out,status.eq.Soon)', 'admit_cards'],
])('%s may be cached', (url, table) => expect(cachedTableRead(url)).toBe(table))

describe('never cached is', () => {
  test.each([
    ['a read without a key', {}],
    ['a read with another key', { apikey: 'sb_secret_of_this_test' }],
    ['a session', { ...visitor, authorization: 'Bearer header.payload.signature' }],
    ['a single object', { ...visitor, accept: 'application/vnd.pgrst.object+json' }],
    ['CSV', { ...visitor, accept: 'text/csv' }],
    ['a count', { ...visitor, prefer: 'count=exact' }],
    ['a range', { ...visitor, range: '0-9' }],
    ['another schema', { ...visitor, 'accept-profile': 'auth' }],
    ['a body', { ...visitor, 'content-length': '2' }],
  ])('%s', (_name, headers) => expect(isVisitorRead(headers, key)).toBe(false))

  test.each([
    ['another table', '/rest/v1/profiles'],
    ['a table of visitors', '/rest/v1/newsletter_subscribers'],
    ['a function', '/rest/v1/rpc/home_board'],
    ['the root', '/rest/v1/'],
    ['a path below', '/rest/v1/jobs/1'],
    ['an escaped name', '/rest/v1/job%73'],
    ['a related table', '/rest/v1/jobs?select=id,organizations(name)'],
    ['a typed text', '/rest/v1/jobs?title=ilike.*ssc*'],
    ['a typed text, escaped', '/rest/v1/jobs?title=il%69ke.*ssc*'],
    ['a typed text in a group', '/rest/v1/jobs?or=(title.ilike.*ssc*,post_name.ilike.*ssc*)'],
    ['a text search', '/rest/v1/jobs?title=wfts.ssc'],
    ['a pattern', '/rest/v1/jobs?title=match.a+'],
    ['a key in the address', `/rest/v1/jobs?apikey=${key}`],
    ['a long address', `/rest/v1/jobs?select=${'id,'.repeat(200)}`],
    ['a whole address', 'http://evil.example/rest/v1/jobs'],
  ])('%s', (_name, url) => expect(cachedTableRead(url)).toBeNull())
})
