import { expect, test } from 'vitest'
import { filterExcess, nestingExcess } from './filter-limits.ts'

const deep = `${'organizations(jobs('.repeat(300)}id${'))'.repeat(300)}`

// Programs that read a selection differ in what they take for quoted: it must not be deep for any of them.
test.each([
  ['levels', deep],
  ['levels after a quoted backslash, which is no escape for Supabase Lite', `"\\",${deep},"`],
  ['levels after an escaped quote', `"a\\"",${deep}`],
  ['levels around quoted brackets', 'a(")",'.repeat(300) + ')'.repeat(300)],
  ['levels after too many closing brackets', `a${')'.repeat(300)},${deep}`],
  ['levels between quotes that nothing opens', `",",${deep}`],
])('a selection with many %s is nested too deeply, of a table and of a function', (_what, select) => {
  const parameters = new URLSearchParams({ select })
  expect(nestingExcess(parameters)).toBe('Filters are nested too deeply')
  expect(filterExcess(parameters)).toBe('Filters are nested too deeply')
})

test.each([
  'id,title,organizations(name,parent:organizations(name))',
  '"a column with ((((( brackets",id',
  'a(b(c(d(id))))',
  'a(id),b(id),c(id),d(id),e(id),f(id)',
])('the selection %s is not nested too deeply', (select) => {
  expect(nestingExcess(new URLSearchParams({ select }))).toBeNull()
})

test('of several selections each is counted', () => {
  const parameters = new URLSearchParams([
    ['select', 'id'],
    ['select', deep],
  ])
  expect(nestingExcess(parameters)).toBe('Filters are nested too deeply')
})
