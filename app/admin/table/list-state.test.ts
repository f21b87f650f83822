import { describe, expect, test } from 'vitest'
import { EMPTY, listReducer, shownRows, type ListEvent } from './list-state.ts'

const at = (second: number) => `2026-11-21T10:00:${String(second).padStart(2, '0')}.5+00:00`
const row = (id: number, second: number, fields: object = {}) => ({ id, updated_at: at(second), ...fields })

function after(...events: ListEvent[]) {
  return shownRows(events.reduce(listReducer, EMPTY))
}

const loaded = (...rows: ReturnType<typeof row>[]): ListEvent => ({ type: 'loaded', rows, hasMore: false })
const started = (key: number, id: number, fields: Record<string, unknown> | 'deleted'): ListEvent => ({
  type: 'started',
  key,
  id,
  fields,
})

describe('a change is shown', () => {
  const first = loaded(row(1, 0, { flag: false }), row(2, 0))

  test('a change is shown before the database has responded', () => {
    expect(after(first, started(7, 1, { flag: true }))[0]).toMatchObject({ flag: true })
  })

  test('a change that has failed is reverted', () => {
    expect(after(first, started(7, 1, { flag: true }), { type: 'failed', key: 7 })[0]).toMatchObject({ flag: false })
  })

  test('a change is still shown after a response that was in flight before it', () => {
    const stored: ListEvent = { type: 'stored', key: 7, row: row(1, 5, { flag: true }) }
    expect(after(first, started(7, 1, { flag: true }), first)[0]).toMatchObject({ flag: true })
    expect(after(first, started(7, 1, { flag: true }), stored, first)[0]).toMatchObject({ flag: true })
  })

  test('a stored change is replaced by a newer row from the database', () => {
    const stored: ListEvent = { type: 'stored', key: 7, row: row(1, 5, { flag: true }) }
    const newer = row(1, 6, { flag: false })
    expect(after(first, started(7, 1, { flag: true }), stored, loaded(newer))[0]).toMatchObject({ flag: false })
    expect(after(first, started(7, 1, { flag: true }), stored, { type: 'changed', row: newer })[0]).toMatchObject({
      flag: false,
    })
  })

  test('several changes of one row are shown, and each can fail alone', () => {
    const both = [first, started(7, 1, { flag: true }), started(8, 1, { day: 'new' })]
    expect(after(...both)[0]).toMatchObject({ flag: true, day: 'new' })
    expect(after(...both, { type: 'failed', key: 7 })[0]).toMatchObject({ flag: false, day: 'new' })
  })

  test.each([
    ['in order of sending', 5, { flag: true, day: 'old' }, 6, { flag: true, day: 'new' }],
    ['in reverse order', 6, { flag: true, day: 'new' }, 5, { flag: false, day: 'new' }],
  ])(
    'two changes of one row that were stored %s are shown, whichever response comes first',
    (_how, at7, fields7, at8, fields8) => {
      const both = [first, started(7, 1, { flag: true }), started(8, 1, { day: 'new' })]
      const stored: ListEvent[] = [
        { type: 'stored', key: 7, row: row(1, at7, fields7) },
        { type: 'stored', key: 8, row: row(1, at8, fields8) },
      ]
      expect(after(...both, ...stored)[0]).toMatchObject({ flag: true, day: 'new' })
      expect(after(...both, ...stored.toReversed())[0]).toMatchObject({ flag: true, day: 'new' })
    },
  )
})

describe('a deleted row', () => {
  const first = loaded(row(1, 0), row(2, 0), row(3, 0))
  const ids = (...events: ListEvent[]) => after(...events).map(({ id }) => id)

  test('a deleted row disappears at once', () => expect(ids(first, started(7, 2, 'deleted'))).toEqual([1, 3]))
  test('a row whose deletion failed is shown again at its index', () => {
    expect(ids(first, started(7, 2, 'deleted'), { type: 'failed', key: 7 })).toEqual([1, 2, 3])
  })
  test('a deleted row does not come back with a response that was in flight', () => {
    const stored: ListEvent = { type: 'stored', key: 7, row: null }
    expect(ids(first, started(7, 2, 'deleted'), stored, first)).toEqual([1, 3])
  })
  test('a stored deletion is removed from memory by the first read without the row', () => {
    const stored: ListEvent = { type: 'stored', key: 7, row: null }
    const changes = (...events: ListEvent[]) => events.reduce(listReducer, EMPTY).changes
    const deleted = [first, started(7, 2, 'deleted'), stored]
    expect(changes(...deleted, first)).toHaveLength(1)
    expect(changes(...deleted, first, loaded(row(1, 0), row(3, 0)))).toEqual([])
    expect(changes(first, started(7, 2, 'deleted'), loaded(row(1, 0)))).toHaveLength(1)
  })
  test('a row that another admin has deleted disappears', () =>
    expect(ids(first, { type: 'deleted', id: 2 })).toEqual([1, 3]))
})

describe('further rows', () => {
  const further = (...rows: ReturnType<typeof row>[]): ListEvent => ({
    type: 'loaded',
    rows,
    hasMore: true,
    isFurther: true,
  })
  test('further rows are appended without duplicates', () => {
    const rows = after(loaded(row(3, 0), row(2, 0)), further(row(2, 0), row(1, 0)))
    expect(rows.map(({ id }) => id)).toEqual([3, 2, 1])
  })
})

describe('a realtime change of a row', () => {
  const known = loaded(row(1, 5, { title: 'Old', organizations: { name: 'SSC' } }))
  test('a realtime change replaces an older row, whose names of referenced rows stay', () => {
    expect(after(known, { type: 'changed', row: row(1, 6, { title: 'New' }) })[0]).toMatchObject({
      title: 'New',
      organizations: { name: 'SSC' },
    })
  })
  test('a realtime change does not replace a newer row', () => {
    expect(after(known, { type: 'changed', row: row(1, 4, { title: 'Older' }) })[0]).toMatchObject({ title: 'Old' })
  })
  test('a realtime change is compared correctly when its timestamp has another format', () => {
    const update = { ...row(1, 0, { title: 'New' }), updated_at: '2026-11-21 10:00:05.500001+00' }
    expect(after(known, { type: 'changed', row: update })[0]).toMatchObject({ title: 'New' })
  })
})
