import { describe, expect, test } from 'vitest'
import { answerWith, missing, movedTo } from './public-answer.ts'

const changedAt = '2026-11-21T04:05:00.123456+00:00'
const written = 'Sat, 21 Nov 2026 04:05:00 GMT'
const document = { type: 'text/calendar', body: 'BEGIN:VCALENDAR', changedAt, fileName: 'ssc-cgl.ics' }
const ask = (headers: Record<string, string> = {}) => new Request('https://suchana.example/x', { headers })
const etag = (await answerWith(ask(), document)).headers.get('etag') ?? ''

test('a document is sent with everything that a cache needs', async () => {
  const answer = await answerWith(ask(), document)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'cache-control': 'public, max-age=300',
    'content-disposition': 'inline; filename="ssc-cgl.ics"',
    'content-length': '15',
    'content-type': 'text/calendar; charset=utf-8',
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    'last-modified': written,
    vary: 'accept-encoding',
  })
  expect(await answer.text()).toBe(document.body)
})

test('another text has another tag, the same text the same', async () => {
  expect((await answerWith(ask(), document)).headers.get('etag')).toBe(etag)
  expect((await answerWith(ask(), { ...document, body: 'other' })).headers.get('etag')).not.toBe(etag)
})

describe('a document that has not changed is not sent again', () => {
  test.each<[status: number, headers: Record<string, string>]>([
    [304, { 'if-none-match': etag }],
    [304, { 'if-none-match': etag.replace('W/', '') }],
    [304, { 'if-none-match': `W/"x" , ${etag}` }],
    [304, { 'if-none-match': '*' }],
    [200, { 'if-none-match': '"x"' }],
    [200, { 'if-none-match': '' }],
    [304, { 'if-modified-since': written }],
    [304, { 'if-modified-since': 'Sat, 21 Nov 2026 04:05:01 GMT' }],
    [200, { 'if-modified-since': 'Sat, 21 Nov 2026 04:04:59 GMT' }],
    [200, { 'if-modified-since': 'yesterday' }],
    [200, { 'if-none-match': '"x"', 'if-modified-since': written }],
    [304, { 'if-none-match': etag, 'if-modified-since': 'Sat, 21 Nov 2026 04:04:59 GMT' }],
  ])('%i for %j', async (status, headers) => {
    const answer = await answerWith(ask(headers), document)
    expect([answer.status, await answer.text()]).toEqual([status, status === 304 ? '' : document.body])
    expect(answer.headers.get('etag')).toBe(etag)
  })
})

test('without a time only the tag tells', async () => {
  const timeless = { type: 'text/plain', body: 'x' }
  const answer = await answerWith(ask({ 'if-modified-since': written }), timeless)
  expect([answer.status, answer.headers.get('last-modified')]).toEqual([200, null])
})

test('a long text is compressed', async () => {
  const answer = await answerWith(ask({ 'accept-encoding': 'gzip' }), { ...document, body: 'x'.repeat(5_000) })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
})

test('what moved says where, what is missing says so', async () => {
  const moved = movedTo('/jobs/new/calendar.ics')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/jobs/new/calendar.ics'])
  expect([missing(404).status, await missing(404).text()]).toEqual([404, 'Not found'])
  expect([missing(410).status, await missing(410).text()]).toEqual([410, 'Gone'])
})
