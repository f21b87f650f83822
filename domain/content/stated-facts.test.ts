import { expect, test } from 'vitest'
import type { NoticeCard } from './notice.ts'
import { statedFacts } from './stated-facts.ts'

const notice: NoticeCard = {
  id: 1,
  slug: 'a',
  title: 'A',
  status: 'active',
  created_at: '2026-11-22T00:00:00Z',
  posted_at: '2026-11-22T00:00:00Z',
}

test.each<[what: string, fields: Partial<NoticeCard>, facts: string[]]>([
  ['nothing', {}, []],
  ['empty columns', { qualifications: null, states: null, post_group: null, gender: null, graduate_fields: null }, []],
  ['one qualification', { qualifications: ['10th'] }, ['Qualification: 10th pass']],
  ['several', { qualifications: ['12th', 'iti', 'diploma'] }, ['Qualification: 12th pass, ITI or Diploma']],
  [
    'a degree in a subject',
    { qualifications: ['diploma', 'graduate'], graduate_fields: ['Engineering', 'Law'] },
    ['Qualification: Diploma or Graduate in Engineering or Law'],
  ],
  ['subjects alone', { graduate_fields: ['Law'] }, []],
  ['states', { states: ['bihar', 'uttar-pradesh'] }, ['Location: Bihar and Uttar Pradesh']],
  ['a location beside the states', { states: ['delhi'], location: 'New Delhi' }, ['States: Delhi']],
  ['the same location', { states: ['all-india'], location: 'All India' }, []],
  ['group and gender', { post_group: 'C', gender: 'female' }, ['Post group: C', 'Open to: Women only']],
  [
    'values of a later version',
    { qualifications: ['11th'], gender: 'others' },
    ['Qualification: 11th', 'Open to: others'],
  ],
])('a notice that states %s', (_what, fields, facts) => {
  expect(statedFacts({ ...notice, ...fields }).map(({ label, value }) => `${label}: ${value}`)).toEqual(facts)
})
