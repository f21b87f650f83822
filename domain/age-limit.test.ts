import { expect, test } from 'vitest'
import { ageLimit } from './age-limit.ts'

test.each<[what: string, fields: object, ages: object]>([
  [
    'both ages and the day',
    { age_min: 18, age_max: 27, age_as_on: '2027-01-01' },
    { range: '18 to 27', asOn: '01-01-2027' },
  ],
  ['one age', { age_min: 18 }, { range: '18 or more', byCategory: [] }],
  ['no maximum, so that nobody is too old', { age_min: 18, age_relaxations: { sc: 5 } }, { byCategory: [] }],
  [
    'years of relaxation, equal ones together',
    { age_min: 18, age_max: 27, age_relaxations: { pwd: 10, st: 5, sc: 5, obc: 3 } },
    {
      range: '18 to 27',
      byCategory: [
        { label: 'OBC', range: '18 to 30' },
        { label: 'SC/ST', range: '18 to 32' },
        { label: 'PwD', range: '18 to 37' },
      ],
    },
  ],
  [
    'relaxations without a minimum, and one of no years',
    { age_max: 30, age_relaxations: { ews: 0, obc: 3 } },
    {
      byCategory: [
        { label: 'EWS', range: 'up to 30' },
        { label: 'OBC', range: 'up to 33' },
      ],
    },
  ],
])('the ages of a notice that states %s', (_what, fields, ages) => {
  expect(ageLimit(fields)).toMatchObject(ages)
})

test('a notice without ages has no limit, although it states relaxations', () => {
  expect(ageLimit({ age_relaxations: { obc: 3 } })).toBeNull()
})
