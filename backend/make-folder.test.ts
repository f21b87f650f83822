import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'suchana-make-folder-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder is created with those above it, and an existing one stays', () => {
  const path = join(folder, 'a/b')
  expect(makeFolder(path, 0o700)).toBe(true)
  expect([path, join(folder, 'a')].map((made) => statSync(made).mode & 0o777)).toEqual([0o700, 0o700])
  expect(makeFolder(path, 0o755)).toBe(false)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test.each(['/proc/x', '/proc/x/y/z'])('where nothing can be created, the attempt to make %s ends', (path) => {
  expect(() => makeFolder(path)).toThrow(/^ENOENT: .* '\/proc\/x'$/)
})

test('a file, a link to nothing and a path that is too long are errors, and nothing is created', () => {
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'missing'), join(folder, 'link'))
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(folder, 'file/a'))).toThrow('ENOTDIR')
  expect(() => makeFolder(join(folder, 'link'))).toThrow(/^ENOENT: .* stat '.*\/link'$/)
  expect(() => makeFolder(join(folder, 'link/a'))).toThrow(/^ENOENT: .* stat '.*\/link'$/)
  expect(() => makeFolder(join(folder, 'long/'.repeat(1000)))).toThrow('ENAMETOOLONG')
  expect([existsSync(join(folder, 'missing')), existsSync(join(folder, 'long'))]).toEqual([false, false])
})
