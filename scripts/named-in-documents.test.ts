import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const textsOf = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => ({ path, text: read(path) }))

const migrations = textsOf('supabase/migrations/*.sql')
  .map(({ text }) => text)
  .join('\n')

/** The schemas of the product. In documents, what follows a dot after one of them is a function, table or view. */
const schemas = [...migrations.matchAll(/^create schema (?:if not exists )?(\w+)/gm)].map(([, name]) => name)
const object = new RegExp(`\`((?:${schemas.join('|')})\\.\\w+)[\`(]`, 'g')

test('documents name functions, tables and views that the database has', () => {
  const named = textsOf('docs/**/*.md').flatMap(({ path, text }) =>
    Array.from(text.matchAll(object), ([, name = '']) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter(({ name }) => !new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(migrations))
  expect(missing).toEqual([])
})

/** A path from the root, without placeholders; the kind of the guide is an example. */
const path = /`((?:app|backend|bench|deploy|docs|domain|e2e|public|scripts|server|supabase|test)\/[\w./-]+)`/g

test('documents name files and folders that the repository has', () => {
  const named = textsOf('{README.md,docs/*.md,docs/{behaviour,guides}/*.md}').flatMap(({ path: from, text }) =>
    Array.from(text.matchAll(path), ([, name = '']) => ({ from, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter(({ name }) => !existsSync(join(root, name)) && !name.includes('scholarships'))
  expect(missing).toEqual([])
})
