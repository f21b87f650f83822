import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, isThere, readDocument } from './document-links.ts'

const { text, rowsOf, linksOf } = readDocument('behaviour/specification.md')
const requirements = rowsOf(/^(?!Requirement$|-+$)/)

test('the table of requirements names a file and a test, by its title, for each', () => {
  expect(requirements.length).toBeGreaterThan(300)
  const without = requirements.filter((cells) => {
    const [, files = '', tests = ''] = cells
    const [named, shown] = [linksOf(files), linksOf(tests)]
    const isByTitle = shown.every((link) => isTest(link) && link.label !== basename(link.path))
    return cells.length !== 3 || named.length === 0 || shown.length === 0 || named.some(isTest) || !isByTitle
  })
  expect(without).toEqual([])
})

test('the table of requirements says nothing twice, and nothing is met partly', () => {
  const said = requirements.map(([requirement]) => requirement)
  expect(said.filter((requirement, index) => said.indexOf(requirement) !== index)).toEqual([])
  expect(text).not.toMatch(/\bpartly\b|\bpartially\b|\bnot yet\b/i)
})

test('every file and test that the table of requirements names exists', () => {
  expect(linksOf(text).filter((link) => !isThere(link))).toEqual([])
})
