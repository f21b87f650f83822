import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error scripts run before TypeScript is installed, so they have no types
import { SOURCES } from './build.mjs'

const sources = SOURCES as string[]

test('the inputs of the build contain every script that its scripts import', () => {
  const scripts = sources.filter((path) => /^scripts\/.*\.ts$/.test(path))
  const imported = scripts.flatMap((path) => {
    const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
    return Array.from(text.matchAll(/from '\.\/([\w-]+\.ts)'/g), ([, name]) => `scripts/${name}`)
  })
  expect(imported).toContain('scripts/precompress.ts')
  expect(imported.filter((path) => !sources.includes(path))).toEqual([])
})
