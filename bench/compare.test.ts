import { expect, test } from 'vitest'
import { changesOf } from './compare.ts'
import { directionOf, figuresOf } from './figures.ts'

const figures = (table: object) => Object.fromEntries(figuresOf('Loads', table))
const one = (value: number) => ({ value, least: value, most: value })

test('figures of a table are named by title, row and column', () => {
  expect(figures([{ page: 'home', 'requests/s': '1,024', 'p50 / p99 ms': '1.5 / 12', note: 'warm' }])).toEqual({
    'Loads | home, warm | requests/s': one(1024),
    'Loads | home, warm | p50 / p99 ms | 1': one(1.5),
    'Loads | home, warm | p50 / p99 ms | 2': one(12),
  })
  expect(figures({ 'LCP ms': { this: '24 (20 - 30)' } })).toEqual({
    'Loads | LCP ms | this': { value: 24, least: 20, most: 30 },
  })
  expect(figures({ sockets: 10_000, 'memory MB': 12 })).toEqual({ 'Loads | memory MB': one(12) })
})

test('the commit of a checkout is no part of the name of a figure', () => {
  expect(figures([{ page: 'home', 'this, 2441e05 with changes: requests/s': 5 }])).toEqual({
    'Loads | home | this: requests/s': one(5),
  })
})

test.each([
  ['Loads | home | requests/s', 'higher'],
  ['Loads | home | ratio of requests/s (target 2.5)', 'higher'],
  ['Loads | home | ratio of processor ms', 'lower'],
  ['Loads | second start | ms', 'lower'],
  ['Loads per second | sockets', undefined],
])('whether more is better: %s is %s', (name, direction) => expect(directionOf(name)).toBe(direction))

test.each([
  [[100], 111, 'worse'],
  [[100], 110, 'the same'],
  [[100], 89, 'better'],
  [[100, 130, 100], 120, 'the same'],
  [[100, 105, 100], 120, 'worse'],
])('after %j ms, %i ms is %s', (recorded, now, outcome) => {
  const name = 'Loads | home | ms'
  const changes = changesOf(
    new Map([[name, one(now)]]),
    recorded.map((value) => ({ [name]: one(value) })),
  )
  const [change] = changes
  expect(change ? (change.isWorse ? 'worse' : 'better') : 'the same').toBe(outcome)
})

test('a record within the range of the run is the same', () => {
  const name = 'Loads | home | ms'
  const now = new Map([[name, { value: 150, least: 95, most: 180 }]])
  expect(changesOf(now, [{ [name]: one(100) }])).toEqual([])
})

test('what got worse comes first, the worst at the top', () => {
  const now = new Map([
    ['Loads | a | ms', one(120)],
    ['Loads | b | requests/s', one(200)],
    ['Loads | c | requests/s', one(10)],
    ['Loads | new | ms', one(1)],
  ])
  const before = { 'Loads | a | ms': one(100), 'Loads | b | requests/s': one(100), 'Loads | c | requests/s': one(100) }
  expect(changesOf(now, [before])).toEqual([
    { figure: 'Loads | c | requests/s', before: 100, now: 10, percent: -90, isWorse: true },
    { figure: 'Loads | a | ms', before: 100, now: 120, percent: 20, isWorse: true },
    { figure: 'Loads | b | requests/s', before: 100, now: 200, percent: 100, isWorse: false },
  ])
})
