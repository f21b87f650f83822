import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const code = globSync('{app,backend,domain,server,supabase}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const everything = code.map(({ text }) => text.replace(/^import .*$/gm, '')).join('\n')

/** Exported objects with texts, in the files that only hold texts: the linter does not look for unused members. */
const objects = code
  .filter(({ path }) => /(^|[/-])(messages|words|mails)\.ts$/.test(path))
  .flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^export const (\w+) = \{\n(.*?)^\}/gms), ([, name = '', members = '']) => ({
      path,
      name,
      members: Array.from(members.matchAll(/^ {2}(\w+):/gm), ([, member = '']) => member),
    })),
  )

/** One that is passed on, copied or read by a computed name may be used in every member. */
const isUsedAsWhole = (name: string) => new RegExp(`(?<!const )\\b${name}\\b(?!\\.\\w)`).test(everything)

const read = objects.filter(({ name }) => !isUsedAsWhole(name))

test('texts are read by the names of their members', () => {
  expect(read.length).toBeGreaterThan(30)
})

test.each(read)('every text of $name is used', ({ name, members }) => {
  expect(members).not.toEqual([])
  expect(members.filter((member) => !new RegExp(`\\b${name}\\.${member}\\b`).test(everything))).toEqual([])
})
