import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NoticeCard } from './content/notice.ts'
import { kindOfTable } from './content/registry.ts'
import {
  changesSince,
  isListedFor,
  liveRows,
  released,
  withChanges,
  withNewestPage,
  type NoticeChange,
  type Overlay,
} from './live-list.ts'

const NOTHING: Overlay = new Map()
const everything = { belongs: () => true, hasOlder: false }

test('a new notice is placed by its date, a changed one replaced, a removed one gone', () => {
  const fetched = [card(1, 3), card(2, 1)]
  const changes: NoticeChange[] = [
    written(card(3, 2)),
    written({ ...card(1, 3), title: 'Corrected' }),
    { type: 'removed', id: 2 },
    { type: 'removed', id: 99 },
  ]
  const { rows, waiting } = liveRows(fetched, withChanges(NOTHING, changes, false), everything)
  expect(rows.map(({ id, title }) => [id, title])).toEqual([
    [1, 'Corrected'],
    [3, 'Notice 3'],
  ])
  expect(waiting).toBe(0)
})

test('a notice that no longer belongs leaves, and one that belongs by now comes', () => {
  const rules = { ...everything, belongs: ({ status }: NoticeCard) => status === 'active' }
  const changes = [written({ ...card(1, 2), status: 'inactive' }), written({ ...card(2, 1), status: 'active' })]
  expect(ids(liveRows([card(1, 2)], withChanges(NOTHING, changes, false), rules).rows)).toEqual([2])
})

test('new notices wait while one reads, changes of those shown do not', () => {
  const changes = [written(card(3, 9)), written({ ...card(1, 2), title: 'Corrected' })]
  const overlay = withChanges(NOTHING, changes, true)
  const shown = liveRows([card(1, 2)], overlay, everything)
  expect(shown).toMatchObject({ rows: [{ id: 1, title: 'Corrected' }], waiting: 1 })
  expect(ids(liveRows([card(1, 2)], released(overlay), everything).rows)).toEqual([3, 1])
  const correctedLater = withChanges(overlay, [written({ ...card(3, 9), title: 'Third' })], false)
  expect(liveRows([card(1, 2)], correctedLater, everything).waiting).toBe(1)
  expect(liveRows([card(1, 2)], withChanges(overlay, [{ type: 'removed', id: 3 }], true), everything).waiting).toBe(0)
})

test('what lies on pages that were not fetched stays away', () => {
  const overlay = withChanges(NOTHING, [written(card(8, 1)), written(card(9, 9))], false)
  const fetched = [card(1, 5), card(2, 3)]
  expect(ids(liveRows(fetched, overlay, { ...everything, hasOlder: true }).rows)).toEqual([9, 1, 2])
  expect(ids(liveRows(fetched, overlay, { ...everything, hasNewer: true }).rows)).toEqual([1, 2, 8])
  expect(ids(liveRows(fetched, overlay, { ...everything, rowsMax: 2 }).rows)).toEqual([9, 1])
})

test('an open list equals the list of the database, whatever happens', () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    isRemoved: fc.boolean(),
    status: fc.constantFrom('active', 'inactive'),
  })
  fc.assert(
    fc.property(fc.array(change), fc.array(change), fc.integer({ min: 1, max: 6 }), (before, after, pageSize) => {
      const database = new Map<number, NoticeCard>()
      const apply = ({ id, day, isRemoved, status }: (typeof before)[number]): NoticeChange => {
        const notice = { ...card(id, day), status }
        if (isRemoved) database.delete(id)
        else database.set(id, notice)
        return isRemoved ? { type: 'removed', id } : written(notice)
      }
      const listed = () =>
        [...database.values()]
          .filter(({ status }) => status === 'active')
          .sort((one, other) => other.posted_at.localeCompare(one.posted_at) || other.id - one.id)
      before.forEach(apply)
      const fetched = listed().slice(0, pageSize)
      const rules = {
        belongs: ({ status }: NoticeCard) => status === 'active',
        hasOlder: listed().length > pageSize,
      }
      const oldest = fetched.at(-1)
      const overlay = after.map(apply).reduce((sum, each) => withChanges(sum, [each], false), NOTHING)
      const reached = listed().filter(
        (notice) => !rules.hasOlder || !oldest || notice.posted_at > oldest.posted_at || isSameOrNewer(notice, oldest),
      )
      expect(liveRows(fetched, overlay, rules).rows).toEqual(reached)
    }),
  )
})

test('changes that a newly fetched page may not show are kept', () => {
  const whenAsked = withChanges(NOTHING, [written(card(1, 1)), written(card(2, 2))], false)
  const now = withChanges(whenAsked, [written({ ...card(2, 2), title: 'Later' }), written(card(3, 3))], false)
  expect([...changesSince(now, whenAsked).keys()]).toEqual([2, 3])
  expect([...changesSince(released(now), now).keys()]).toEqual([])
})

test('a first page fetched anew keeps the further ones', () => {
  const rows = [card(5, 5), card(4, 4), card(3, 3), card(2, 2)]
  expect(ids(withNewestPage(rows, [card(6, 6), card(5, 5), card(3, 3)], true))).toEqual([6, 5, 3, 2])
  expect(ids(withNewestPage(rows, [card(6, 6)], false))).toEqual([6])
  expect(withNewestPage(rows, [], false)).toEqual([])
})

test('a list searched for a text shows what has it in its fields, literally', () => {
  const notice = { ...card(1, 1), title: 'Railway 100% Group D', eligibility: '10th pass', slug: 'hidden-word' }
  const found = (text: string) => isListedFor(kindOfTable('jobs'), text, notice)
  expect(['', ' railway ', '100%', '10TH', 'hidden', '1__', 'x'].map(found)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

function card(id: number, day: number): NoticeCard {
  const moment = `2026-11-${String(day).padStart(2, '0')}T10:00:00+00:00`
  return { id, slug: `notice-${id}`, title: `Notice ${id}`, status: null, created_at: moment, posted_at: moment }
}

const written = (notice: NoticeCard): NoticeChange => ({ type: 'written', notice })
const ids = (rows: NoticeCard[]) => rows.map(({ id }) => id)
const isSameOrNewer = (one: NoticeCard, other: NoticeCard) => one.posted_at === other.posted_at && one.id >= other.id
