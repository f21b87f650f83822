import { expect, test } from 'vitest'
import { isFree, noticeFees } from './notice-fees.ts'
import type { NoticeCard } from './notice.ts'
import { kindOfTable } from './registry.ts'

const notice: NoticeCard = {
  id: 1,
  slug: 'a',
  title: 'A',
  status: 'active',
  created_at: '2026-11-22T00:00:00Z',
  posted_at: '2026-11-22T00:00:00Z',
}
const feesOf = (table: 'jobs' | 'admissions', fields: Partial<NoticeCard>) =>
  noticeFees(kindOfTable(table), { ...notice, ...fields }).map(({ label, amount }) => `${label} ${amount}`)

test.each<[what: string, fields: Partial<NoticeCard>, fees: string[]]>([
  ['no fee', {}, []],
  [
    'columns for several categories',
    { fee_general: 100, fee_sc_st: 0, fee_female: 50.5 },
    ['General/OBC 100', 'SC/ST/EWS 0', 'Female 50.5'],
  ],
  ['an object without numbers', { fee_general: 100, category_fees: { others: 5 } }, ['General/OBC 100']],
  [
    'a category that no column has',
    { fee_general: 100, category_fees: { pwd: 0, ex_servicemen: 0 } },
    ['General/OBC 100', 'PwD/Ex-servicemen 0'],
  ],
  [
    'a fee of its own for a category of a column',
    { fee_general: 100, fee_sc_st: 25, category_fees: { obc: 75, ews: 75 } },
    ['General 100', 'EWS/OBC 75', 'SC/ST 25'],
  ],
  [
    'a fee for every category: the columns do not count',
    {
      fee_general: 9,
      fee_sc_st: 9,
      fee_female: 9,
      category_fees: { general: 2, ews: 1, obc: 2, sc: 0, st: 0, female: 0 },
    },
    ['General/OBC 2', 'EWS 1', 'SC/ST/Female 0'],
  ],
])('the fees of a job with %s', (_what, fields, fees) => {
  expect(feesOf('jobs', fields)).toEqual(fees)
})

test('the fees of an admission: OBC has a column of its own', () => {
  const fields = { fee_general: 500, fee_obc: 400, fee_sc_st: 250 }
  expect(feesOf('admissions', fields)).toEqual(['General/OBC 500', 'OBC 400', 'SC/ST/EWS 250'])
  expect(feesOf('admissions', { ...fields, category_fees: { obc: 300 } })).toEqual([
    'General 500',
    'OBC 300',
    'SC/ST/EWS 250',
  ])
})

test.each<[table: 'jobs' | 'admissions', fields: Partial<NoticeCard>, free: boolean]>([
  ['jobs', {}, false],
  ['jobs', { fee_general: 0 }, true],
  ['jobs', { fee_general: 0, fee_sc_st: 0, fee_female: 0 }, true],
  ['jobs', { fee_general: 0, fee_sc_st: 0, fee_female: 50 }, false],
  ['jobs', { fee_general: null, fee_sc_st: 0, fee_female: 0 }, false],
  ['jobs', { fee_general: null, fee_sc_st: 0, category_fees: { general: 0 } }, true],
  ['jobs', { fee_general: 100, category_fees: { general: 0 } }, false],
  ['jobs', { fee_general: 0, category_fees: { pwd: 10 } }, false],
  ['admissions', { fee_obc: 0, fee_sc_st: 0 }, false],
  ['admissions', { fee_general: 0, fee_obc: 0 }, true],
])('nobody pays a fee only where every fee is known: %s %j: %s', (table, fields, free) => {
  expect(isFree(kindOfTable(table), { ...notice, ...fields })).toBe(free)
})
