import { describe, expect, test } from 'vitest'
import { notice, saved } from '#test/fakes/saved-notices.ts'
import { importReport, mergeSaved, readSavedFile, writeSavedFile } from './saved-file.ts'

const other = (id: string, fields = {}) => saved({ state: notice({ id, path: null }), ...fields })

test('what is exported is read again', () => {
  const all = [saved({ note: 'Blue shirt', applied: { on: '2026-11-20', number: 'A 12' } }), other('results:3')]
  expect(readSavedFile(writeSavedFile(all))).toEqual({ notices: all, unreadable: 0 })
})

test('a badge keeps the icon without which earlier versions of the site cannot read it, and needs none here', () => {
  const badge = { label: 'Start', look: 'start', icon: 'play' }
  for (const state of [notice({ badge }), notice({ badge: { label: 'Start', look: 'start' } })])
    expect(readSavedFile(writeSavedFile([saved({ state })]))).toEqual({ notices: [saved({ state })], unreadable: 0 })
})

describe('a file from elsewhere', () => {
  const file = (entry: unknown) =>
    JSON.stringify({ format: 'suchana-saved-notices', version: 1, notices: [saved(), entry] })
  const withState = (fields: object) => ({ ...saved(), state: { ...notice(), ...fields } })

  test.each([
    ['is empty', ''],
    ['is no JSON', '<script>alert(1)</script>'],
    ['is another JSON', '{"notices":[]}'],
    ['is a list', '[]'],
    ['has no list of notices', '{"format":"suchana-saved-notices","version":1,"notices":{}}'],
  ])('a file that %s is refused', (_what, text) => {
    expect(() => readSavedFile(text)).toThrow('This file is not an export of saved notices. Nothing was changed.')
  })

  test('a file of another version, or one that is too large, is refused', () => {
    const newer = '{"format":"suchana-saved-notices","version":2,"notices":[]}'
    expect(() => readSavedFile(newer)).toThrow('another version of the site')
    expect(() => readSavedFile(' '.repeat(4_000_001))).toThrow('too large')
  })

  test.each([
    ['no notice', null],
    ['a text', 'jobs:7'],
    ['an address that runs a script', withState({ links: [{ label: 'x', href: 'javascript:alert(1)' }] })],
    ['a path to another site', withState({ path: '//evil.example/x' })],
    ['a path with a backslash', withState({ path: '/\\evil.example/x' })],
    ['a reference with other characters', withState({ id: '../x:1' })],
    ['neither id nor path', withState({ id: null, path: null })],
    ['a badge with markup', withState({ badge: { label: 'x', look: '"><img src=x>' } })],
    [
      'a day that does not exist',
      withState({ dates: [{ label: 'x', day: '2026-02-31', text: '', isDeadline: false }] }),
    ],
    ['a note that is too long', { ...saved(), note: 'x'.repeat(2_001) }],
    ['another version', { ...saved(), version: 2 }],
    ['thousands of dates', withState({ dates: Array.from({ length: 41 }, () => notice().dates[0]) })],
  ])('an entry with %s is left out, and the others are read', (_what, entry) => {
    expect(readSavedFile(file(entry))).toEqual({ notices: [saved()], unreadable: 1 })
  })

  test('members that are not expected are left out', () => {
    const { notices } = readSavedFile(file({ ...saved(), extra: 1, state: { ...notice(), ['__proto__x']: {} } }))
    expect(notices[1]).toEqual(saved())
  })
})

describe('merging', () => {
  const applied = { on: '2026-11-20', number: 'A 12' }

  test.each([
    ['the same notice', {}, {}, null],
    ['a note where there is none', {}, { note: 'theirs' }, { note: 'theirs' }],
    ['another note', { note: 'mine' }, { note: 'theirs' }, { note: 'mine\n\ntheirs' }],
    ['a note that is part of the own one', { note: 'mine and theirs' }, { note: 'theirs' }, null],
    ['an application where there is none', {}, { applied }, { applied }],
    ['another application', { applied }, { applied: { on: null, number: '' } }, null],
  ])('merging adds %s and replaces nothing', (_what, own, imported, change) => {
    const { changed, added, known } = mergeSaved([saved(own)], [saved(imported)])
    expect(changed).toEqual(change ? [saved({ ...own, ...change })] : [])
    expect([added, known]).toEqual([0, 1])
  })

  test('merging the same file twice changes nothing the second time', () => {
    const file = [saved({ note: 'theirs' }), other('results:3')]
    const first = mergeSaved([saved({ note: 'mine' })], file)
    const now = [...first.changed]
    expect(now).toHaveLength(2)
    expect(mergeSaved(now, file).changed).toEqual([])
  })

  test('merging finds a notice that was saved by its path', () => {
    const byPath = saved({ state: notice({ id: null }), note: 'mine' })
    const { changed, known } = mergeSaved([byPath], [saved({ note: 'theirs' })])
    expect(known).toBe(1)
    expect(changed).toEqual([{ ...byPath, note: 'mine\n\ntheirs' }])
  })

  test('a note that does not fit is left out, and more than 500 notices are', () => {
    const long = mergeSaved([saved({ note: 'x'.repeat(1_999) })], [saved({ note: 'theirs' })])
    expect([long.changed, long.notesLeftOut]).toEqual([[], 1])
    const many = Array.from({ length: 501 }, (_, index) => other(`results:${index + 1}`))
    const merge = mergeSaved([saved()], many)
    expect([merge.added, merge.beyondLimit]).toEqual([499, 2])
  })

  test('an import says what it did', () => {
    const merge = { added: 2, known: 1, notesLeftOut: 0, beyondLimit: 3 }
    expect(importReport(merge, 1)).toBe(
      '2 notices added. 1 notice was here already, with your own notes. 1 entry could not be read. 3 notices were left out: the most is 500.',
    )
    expect(importReport({ added: 0, known: 0, notesLeftOut: 0, beyondLimit: 0 }, 0)).toBe('0 notices added.')
  })
})
