import { expect, test } from 'vitest'
import { bestEncoding, compress, decompress } from './compression.ts'

test.each([
  ['', null],
  ['identity', null],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0.5', 'gzip'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['BR', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['*;q=0', null],
  ['brotli, x-gzip', null],
  ['br\u0000, <script>', null],
])('the Accept-Encoding header %j selects the encoding %s', (header, encoding) =>
  expect(bestEncoding(header)).toBe(encoding),
)

test.each(['br', 'gzip'] as const)('decompress restores what compress has encoded with %s', async (encoding) => {
  const text = Buffer.from('नमस्ते '.repeat(500))
  const small = await compress(text, encoding)
  expect(small.length).toBeLessThan(text.length / 10)
  expect(await decompress(small, encoding)).toEqual(text)
})
