import { existsSync, readFileSync } from 'node:fs'
import { basename, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

interface Link {
  label: string
  path: string
  anchor: string | undefined
}

/** Rows of the tables whose first cell matches, as lists of their cells. */
function rowsOf(first: RegExp): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  return lines.map((line) => line.split(/ *(?<!\\)\| */).slice(1, -1)).filter(([cell = '']) => first.test(cell))
}

/** Links of a text; paths are relative to the root of the repository. */
function linksOf(cell: string): Link[] {
  const found = cell.matchAll(/\[((?:\\.|[^\]\\])+)\]\(([^)#]*)(?:#([\w-]+))?\)/g)
  return [...found].map(([, label = '', path = '', anchor]) => ({
    label: label.replaceAll(/\\(.)/g, '$1'),
    path: normalize(join('docs', path || 'security.md')),
    anchor,
  }))
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const attacks = rowsOf(/^S\d+$/)
const requirements = rowsOf(/^\d+\.\d+\.\d+$/)

test('docs/security.md lists 32 attacks, each with tests of its number', () => {
  expect(attacks.map(([number]) => number)).toEqual(Array.from({ length: 32 }, (_, index) => `S${index + 1}`))
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
    [...cell.matchAll(/\bS(\d+)\b/g)].filter(([, number]) => Number(number) < 1 || Number(number) > 32),
  )
  expect(unknown).toEqual([])
})

test('every file, test and heading that docs/security.md names exists', () => {
  const links = linksOf(text)
  expect(links.length).toBeGreaterThan(150)
  expect(links.filter((link) => !isThere(link))).toEqual([])
})

/** A link to a test names its file or its title. */
function isThere({ label, path, anchor }: Link): boolean {
  if (!existsSync(join(root, path))) return false
  const content = read(path)
  if (anchor) return headingsOf(content).includes(anchor)
  const isTest = /\.(test|spec)\.tsx?$|^test\/fuzz\//.test(path)
  return !isTest || [basename(path), basename(path, '.test.ts')].includes(label) || content.includes(label)
}

/** @returns the anchors that GitHub gives the headings of a page */
function headingsOf(content: string): string[] {
  const headings = [...content.matchAll(/^#+ (.*)$/gm)]
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}
