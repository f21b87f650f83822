import { describe, expect, test } from 'vitest'
import { documentResponse, missing, movedTo } from './document-response.ts'

const document = { type: 'text/calendar', body: 'BEGIN:VCALENDAR', fileName: 'ssc-cgl.ics' }
const requestWith = (headers: Record<string, string> = {}) => new Request('https://suchana.example/x', { headers })
const etag = (await documentResponse(requestWith(), document)).headers.get('etag') ?? ''

test('a document is sent with cache-control, ETag and Vary', async () => {
  const response = await documentResponse(requestWith(), document)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'public, max-age=300',
    'content-disposition': 'inline; filename="ssc-cgl.ics"',
    'content-length': '15',
    'content-type': 'text/calendar; charset=utf-8',
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    vary: 'accept-encoding',
  })
  expect(await response.text()).toBe(document.body)
})

test('the ETag depends only on the text of a document', async () => {
  expect((await documentResponse(requestWith(), document)).headers.get('etag')).toBe(etag)
  expect((await documentResponse(requestWith(), { ...document, body: 'other' })).headers.get('etag')).not.toBe(etag)
})

describe('conditional requests', () => {
  test.each<[status: number, headers: Record<string, string>]>([
    [304, { 'if-none-match': etag }],
    [304, { 'if-none-match': etag.replace('W/', '') }],
    [304, { 'if-none-match': `W/"x" , ${etag}` }],
    [304, { 'if-none-match': '*' }],
    [200, { 'if-none-match': '"x"' }],
    [200, { 'if-none-match': '' }],
    [200, { 'if-modified-since': 'Sat, 21 Nov 2026 04:05:00 GMT' }],
    [200, { 'if-none-match': '"x"', 'if-modified-since': 'Sat, 21 Nov 2026 04:05:00 GMT' }],
    [304, { 'if-none-match': etag, 'if-modified-since': 'Sat, 21 Nov 2020 04:05:00 GMT' }],
  ])('a conditional request gets %i with the headers %j', async (status, headers) => {
    const response = await documentResponse(requestWith(headers), document)
    expect([response.status, await response.text()]).toEqual([status, status === 304 ? '' : document.body])
    expect(response.headers.get('etag')).toBe(etag)
  })
})

test('a long document is compressed', async () => {
  const response = await documentResponse(requestWith({ 'accept-encoding': 'gzip' }), {
    ...document,
    body: 'x'.repeat(5_000),
  })
  expect(response.headers.get('content-encoding')).toBe('gzip')
})

test('movedTo redirects with 301, and missing responds with 404 or 410', async () => {
  const moved = movedTo('/jobs/new/calendar.ics')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/jobs/new/calendar.ics'])
  expect([missing(404).status, await missing(404).text()]).toEqual([404, 'Not found'])
  expect([missing(410).status, await missing(410).text()]).toEqual([410, 'Gone'])
})
