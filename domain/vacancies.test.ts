import { expect, test } from 'vitest'
import { vacancies } from './vacancies.ts'

test.each([
  [null, []],
  ['', []],
  ['  ', []],
  ['Nursing Officer', [{ name: 'Nursing Officer', posts: null, eligibility: null }]],
  ['[Group C] Clerk', [{ name: '[Group C] Clerk', posts: null, eligibility: null }]],
  ['[]', [{ name: '[]', posts: null, eligibility: null }]],
  [
    '[{"name":"ALP","posts":"9125","eligibility":" ITI "},{"name":"","posts":1},{"name":"Guard","posts":null}]',
    [
      { name: 'ALP', posts: 9125, eligibility: 'ITI' },
      { name: 'Guard', posts: null, eligibility: null },
    ],
  ],
  [[{ name: 'ALP', posts: 0 }], [{ name: 'ALP', posts: 0, eligibility: null }]],
  [
    '["Clerk","Peon"]',
    [
      { name: 'Clerk', posts: null, eligibility: null },
      { name: 'Peon', posts: null, eligibility: null },
    ],
  ],
])('the vacancies of post_name %j are read', (postName, expected) => expect(vacancies(postName)).toEqual(expected))
