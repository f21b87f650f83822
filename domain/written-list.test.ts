import { expect, test } from 'vitest'
import { writtenList } from './written-list.ts'

test.each([
  [null, []],
  ['', []],
  ['Written test, Interview', ['Written test', 'Interview']],
  ['Test (Paper I, II), Interview,', ['Test (Paper I, II)', 'Interview']],
  ['CBT\nMedical', ['CBT', 'Medical']],
  ['["CBT 1, 2","Medical"]', ['CBT 1, 2', 'Medical']],
  ['[broken', ['[broken']],
  [
    ['CBT', ' ', 'Medical '],
    ['CBT', 'Medical'],
  ],
  ['one) odd, bracket', ['one) odd', 'bracket']],
])('the field value %j has the items %j', (value, items) => expect(writtenList(value)).toEqual(items))
