import { expect, test } from 'vitest'
import { hideWrittenValues } from './written-values.ts'

function written(body: unknown, columns?: string[]): unknown {
  const parameters = new URLSearchParams(columns && { columns: columns.join() })
  return hideWrittenValues(body, { method: 'POST', parameters, prefer: '' })
}

const rows = (count: number, row: object = { a: null }) => Array.from({ length: count }, () => row)
const names = (count: number) => Array.from({ length: count }, (_, number) => `c${number}`)

test('missing columns get null, once each', () => {
  expect(written([{ a: null }, { b: null }], ['a', 'b', 'a', '"b"'])).toEqual(rows(2, { a: null, b: null }))
})

test.each([
  ['1,000 rows', rows(1_000), undefined],
  ['a row of 65,535 columns', Object.fromEntries(names(65_535).map((name) => [name, null])), undefined],
  ['65,520 values of listed columns', rows(10, {}), names(6_552)],
])('%s can be written', (_what, body, columns) => {
  expect(() => written(body, columns)).not.toThrow()
})

const tooMany = 'A request writes at most 1000 rows and 65535 values'
test.each([
  ['1,001 rows', rows(1_001), undefined],
  ['600,000 rows without columns', rows(600_000, {}), undefined],
  ['listed columns that multiply the rows', rows(1_000, {}), names(1_300)],
  ['different columns in each row', names(300).map((name) => ({ [name]: null })), undefined],
  ['a list of no rows', Array.from({ length: 1_001 }, () => 1), undefined],
])('%s are too much', (_what, body, columns) => {
  expect(() => written(body, columns)).toThrow(tooMany)
})
