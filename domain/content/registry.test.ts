import { describe, expect, test } from 'vitest'
import type { ContentKind } from './content-kind.ts'
import { fieldsOf } from './fields/registry.ts'
import {
  CONTENT_KINDS,
  HOME_SECTIONS,
  foundPath,
  homeSections,
  kindOfDetailFolder,
  kindOfTable,
  namesOf,
  noticePath,
} from './registry.ts'

describe('addresses', () => {
  test.each([
    ['jobs', '/jobs', '/jobs', []],
    ['results', '/results', '/results', []],
    ['admit_cards', '/admit-card', '/admit-cards', ['/admit-card']],
    ['answer_keys', '/answer-key', '/answer-keys', ['/answer-key']],
    ['admissions', '/admission', '/admissions', ['/admission']],
    ['documents', '/documents', '/documents', []],
    ['syllabus', '/syllabus', '/syllabus', []],
  ])('of %s are %s for the list, %s for details and %j as other folders', (table, list, folder, others) => {
    for (const spelling of [folder, ...others]) expect(kindOfDetailFolder(spelling)?.table).toBe(table)
    const kind = CONTENT_KINDS.find((candidate) => candidate.table === table)
    expect([kind?.listPath, kind?.detailFolder]).toEqual([list, folder])
  })

  test.each([
    ['jobs', '/jobs/a%2Fb'],
    ['results', '/results/a%2Fb'],
    ['admit_cards', '/admit-card/a%2Fb'],
    ['answer_keys', '/answer-key/a%2Fb'],
    ['admissions', '/admission/a%2Fb'],
    ['documents', '/documents/a%2Fb'],
    ['syllabus', '/syllabus/a%2Fb'],
  ] as const)('the search links to %s by %s', (table, path) => expect(foundPath(kindOfTable(table), 'a/b')).toBe(path))

  test('slugs in addresses are percent-encoded', () => {
    const [jobs] = CONTENT_KINDS
    expect(jobs && noticePath(jobs, 'a b/c')).toBe('/jobs/a%20b%2Fc')
  })
})

const labels = (kinds: readonly ContentKind[]) => kinds.map(({ label }) => label)

test('the home page begins with these pairs of sections on phones', () => {
  const pairs = ['Results', 'Latest Jobs', 'Answer Key', 'Admit Cards', 'Admission', 'Documents']
  expect(labels(HOME_SECTIONS).slice(0, 6)).toEqual(pairs)
})

test('the home page begins with these rows of three sections on laptops', () => {
  const rows = ['Results', 'Admit Cards', 'Latest Jobs', 'Answer Key', 'Documents', 'Admission']
  expect(labels(homeSections('laptop')).slice(0, 6)).toEqual(rows)
})

test('search lists the kinds by priority, and no two kinds have the same', () => {
  const first = ['Latest Jobs', 'Admit Cards', 'Results', 'Answer Key', 'Admission', 'Documents', 'Syllabus']
  expect(labels(CONTENT_KINDS).slice(0, 7)).toEqual(first)
  expect(CONTENT_KINDS.map(({ priority }) => priority)).toEqual(CONTENT_KINDS.map((_kind, index) => index + 1))
})

test('kinds are listed in sentences by priority', () => {
  expect(namesOf(CONTENT_KINDS.slice(0, 3))).toBe('jobs, admit cards and results')
})

test('page sizes are 25, and 17 for answer keys', () => {
  for (const kind of CONTENT_KINDS) expect(kind.pageSize).toBe(kind.table === 'answer_keys' ? 17 : 25)
})

test('every field that a descriptor shows is one of its fields', () => {
  for (const kind of CONTENT_KINDS) {
    const shown = [...kind.dates, ...kind.links, ...kind.facts].flatMap(({ fields }) => fields)
    const named = [
      ...shown,
      ...kind.searchFields,
      ...kind.fees.map(({ field }) => field),
      ...(kind.action?.fields ?? []),
    ]
    for (const field of named) {
      // Results and admissions share one list of application dates; each has its own half of the start and end fields.
      if (/^application_(start|end)$/.test(field)) continue
      expect(Object.keys(fieldsOf(kind.table)), `${kind.table}.${field}`).toContain(field)
    }
  }
})

describe('statuses in the form', () => {
  test.each([
    ['jobs', 'active', ['active', 'inactive', 'Start', 'Date Extend']],
    ['results', 'published', ['published', 'active', 'inactive', 'Out', 'Start', 'Date Extend']],
    ['admit_cards', 'active', ['active', 'inactive', 'Out', 'Soon', 'Start', 'Date Extend']],
    ['answer_keys', 'active', ['active', 'inactive', 'Out', 'Start', 'Date Extend']],
    ['documents', 'active', ['active', 'inactive', 'Start', 'Date Extend']],
    ['admissions', 'active', ['active', 'inactive', 'Start', 'Date Extend']],
    ['syllabus', 'active', ['active', 'inactive', 'Start', 'Date Extend']],
  ] as const)('%s begin with %s, of %j', (table, start, choices) => {
    const badges = choices.filter((choice) => choice !== 'inactive')
    expect(fieldsOf(table)['status']).toMatchObject({ type: 'status', start, choices: badges })
    expect(kindOfTable(table).statusChoices).toEqual(choices)
  })
})
