import { expect, test } from 'vitest'
import { isThere, read, readDocument } from './document-links.ts'

const { text, rowsOf, linksOf } = readDocument('security.md')
const attacks = rowsOf(/^S\d+$/)
const requirements = rowsOf(/^\d+\.\d+\.\d+$/)

test('docs/security.md lists 33 attacks, each with tests of its number', () => {
  expect(attacks.map(([number]) => number)).toEqual(Array.from({ length: 33 }, (_, index) => `S${index + 1}`))
  const without = attacks.filter(([number, , , tests = '']) => {
    const files = linksOf(tests).filter(({ path }) => path.startsWith('e2e/security/'))
    return files.length === 0 || files.some(({ path }) => !read(path).includes(`'${number}: `))
  })
  expect(without).toEqual([])
})

test('docs/security.md lists every requirement of ASVS 5.0 of levels 1 and 2 once', () => {
  const count = (level: string) => requirements.filter(([, cell]) => cell === level).length
  expect([count('1'), count('2'), requirements.length]).toEqual([70, 183, 253])
  expect(new Set(requirements.map(([number]) => number)).size).toBe(253)
})

test('each requirement in docs/security.md has a test, a document, or a reason', () => {
  const reason = /^_(Does not apply|Operator|Not met)\._ \S/
  const without = requirements.filter(
    ([, , , cell = '']) => linksOf(cell).length === 0 && !reason.test(cell) && !/\bS\d+\b/.test(cell),
  )
  expect(without).toEqual([])
  const unknown = requirements.flatMap(([, , , cell = '']) =>
    [...cell.matchAll(/\bS(\d+)\b/g)].filter(([, number]) => Number(number) < 1 || Number(number) > 33),
  )
  expect(unknown).toEqual([])
})

test('every file, test and heading that docs/security.md names exists', () => {
  const links = linksOf(text)
  expect(links.length).toBeGreaterThan(150)
  expect(links.filter((link) => !isThere(link))).toEqual([])
})
