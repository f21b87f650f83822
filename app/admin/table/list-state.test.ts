import { describe, expect, test } from 'vitest'
import { EMPTY, listReducer, shownRows, type ListEvent } from './list-state.ts'

const at = (second: number) => `2026-11-21T10:00:${String(second).padStart(2, '0')}.5+00:00`
const row = (id: number, second: number, fields: object = {}) => ({ id, updated_at: at(second), ...fields })

function after(...events: ListEvent[]) {
  return shownRows(events.reduce(listReducer, EMPTY))
}

const arrived = (...rows: ReturnType<typeof row>[]): ListEvent => ({ type: 'arrived', rows, hasMore: false })
const began = (key: number, id: number, fields: Record<string, unknown> | 'gone'): ListEvent => ({
  type: 'began',
  key,
  id,
  fields,
})

describe('a change is shown', () => {
  const first = arrived(row(1, 0, { flag: false }), row(2, 0))

  test('before the database has answered', () => {
    expect(after(first, began(7, 1, { flag: true }))[0]).toMatchObject({ flag: true })
  })

  test('no more when it has failed', () => {
    expect(after(first, began(7, 1, { flag: true }), { type: 'failed', key: 7 })[0]).toMatchObject({ flag: false })
  })

  test('although an answer arrives that was on its way before', () => {
    const stored: ListEvent = { type: 'stored', key: 7, row: row(1, 5, { flag: true }) }
    expect(after(first, began(7, 1, { flag: true }), first)[0]).toMatchObject({ flag: true })
    expect(after(first, began(7, 1, { flag: true }), stored, first)[0]).toMatchObject({ flag: true })
  })

  test('until the database says something newer', () => {
    const stored: ListEvent = { type: 'stored', key: 7, row: row(1, 5, { flag: true }) }
    const newer = row(1, 6, { flag: false })
    expect(after(first, began(7, 1, { flag: true }), stored, arrived(newer))[0]).toMatchObject({ flag: false })
    expect(after(first, began(7, 1, { flag: true }), stored, { type: 'told', row: newer })[0]).toMatchObject({
      flag: false,
    })
  })

  test('with other changes of the same row, each of which may fail alone', () => {
    const both = [first, began(7, 1, { flag: true }), began(8, 1, { day: 'new' })]
    expect(after(...both)[0]).toMatchObject({ flag: true, day: 'new' })
    expect(after(...both, { type: 'failed', key: 7 })[0]).toMatchObject({ flag: false, day: 'new' })
  })

  test.each([
    ['in order', 5, { flag: true, day: 'old' }, 6, { flag: true, day: 'new' }],
    ['the other way round', 6, { flag: true, day: 'new' }, 5, { flag: false, day: 'new' }],
  ])('when two answers of one row were stored %s, and come in any order', (_how, at7, fields7, at8, fields8) => {
    const both = [first, began(7, 1, { flag: true }), began(8, 1, { day: 'new' })]
    const stored: ListEvent[] = [
      { type: 'stored', key: 7, row: row(1, at7, fields7) },
      { type: 'stored', key: 8, row: row(1, at8, fields8) },
    ]
    expect(after(...both, ...stored)[0]).toMatchObject({ flag: true, day: 'new' })
    expect(after(...both, ...stored.toReversed())[0]).toMatchObject({ flag: true, day: 'new' })
  })
})

describe('a deleted row', () => {
  const first = arrived(row(1, 0), row(2, 0), row(3, 0))
  const ids = (...events: ListEvent[]) => after(...events).map(({ id }) => id)

  test('is gone at once', () => expect(ids(first, began(7, 2, 'gone'))).toEqual([1, 3]))
  test('is back in its place when that failed', () => {
    expect(ids(first, began(7, 2, 'gone'), { type: 'failed', key: 7 })).toEqual([1, 2, 3])
  })
  test('does not come back with an answer that was on its way', () => {
    const stored: ListEvent = { type: 'stored', key: 7, row: null }
    expect(ids(first, began(7, 2, 'gone'), stored, first)).toEqual([1, 3])
  })
  test('by somebody else is gone too', () => expect(ids(first, { type: 'told-gone', id: 2 })).toEqual([1, 3]))
})

describe('further rows', () => {
  const further = (...rows: ReturnType<typeof row>[]): ListEvent => ({
    type: 'arrived',
    rows,
    hasMore: true,
    isFurther: true,
  })
  test('come after those that are there, each once', () => {
    const rows = after(arrived(row(3, 0), row(2, 0)), further(row(2, 0), row(1, 0)))
    expect(rows.map(({ id }) => id)).toEqual([3, 2, 1])
  })
})

describe('what is told of a row', () => {
  const known = arrived(row(1, 5, { title: 'Old', organizations: { name: 'SSC' } }))
  test('replaces what is older, and keeps the names it has', () => {
    expect(after(known, { type: 'told', row: row(1, 6, { title: 'New' }) })[0]).toMatchObject({
      title: 'New',
      organizations: { name: 'SSC' },
    })
  })
  test('does not replace what is newer', () => {
    expect(after(known, { type: 'told', row: row(1, 4, { title: 'Older' }) })[0]).toMatchObject({ title: 'Old' })
  })
  test('in whatever form the time comes', () => {
    const told = { ...row(1, 0, { title: 'New' }), updated_at: '2026-11-21 10:00:05.500001+00' }
    expect(after(known, { type: 'told', row: told })[0]).toMatchObject({ title: 'New' })
  })
})
