import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildServiceWorker, filesOfModule, pathPattern } from './build-service-worker.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suchana-worker-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('pathPattern', () => {
  test.each([
    ['/', '/', true],
    ['/', '/jobs', false],
    ['/jobs', '/jobs', true],
    ['/jobs', '/jobs/', false],
    ['/admit-card/:slug', '/admit-card/ssc-cgl-2027', true],
    ['/admit-card/:slug', '/admit-card', false],
    ['/admit-card/:slug', '/admit-card/a/b', false],
    ['/:kind{jobs|results}/:slug', '/results/x', true],
    ['/:kind{jobs|results}/:slug', '/other/x', false],
  ])('the route pattern %s matches the path %s: %s', (pattern, path, isMatch) => {
    expect(new RegExp(pathPattern(pattern)).test(path)).toBe(isMatch)
  })

  test.each(['/files/*', '/jobs/:slug?', '/a.b'])('the unsupported route pattern %s throws an error', (pattern) => {
    expect(() => pathPattern(pattern)).toThrow('is not supported')
  })
})

const manifest = {
  'app/browser/main.ts': {
    file: 'assets/main-a.js',
    isEntry: true,
    imports: ['_shared.js'],
    dynamicImports: ['app/islands/search-box/search-box.tsx'],
  },
  '_shared.js': { file: 'assets/shared-b.js', imports: ['app/browser/main.ts'] },
  'app/islands/search-box/search-box.tsx': {
    file: 'assets/search-box-c.js',
    imports: ['_react.js'],
    css: ['assets/box-e.css'],
  },
  '_react.js': { file: 'assets/react-d.js' },
}

describe('filesOfModule', () => {
  test('filesOfModule of the entry returns its script with the static imports', () => {
    expect(filesOfModule(manifest, 'app/browser/main.ts')).toEqual(['/assets/main-a.js', '/assets/shared-b.js'])
  })

  test('filesOfModule of a lazily loaded module returns its script, styles and static imports', () => {
    expect(filesOfModule(manifest, 'app/islands/search-box/search-box.tsx')).toEqual([
      '/assets/search-box-c.js',
      '/assets/box-e.css',
      '/assets/react-d.js',
    ])
  })

  test('filesOfModule throws for a module that the manifest does not contain', () => {
    expect(() => filesOfModule(manifest, 'app/browser/other.ts')).toThrow('has no app/browser/other.ts')
  })
})

test('the service worker is one file with its precached files and offline pages, and changes with the server bundle', async () => {
  const serverEntry = join(folder, 'server.js')
  const pages = [
    { path: '/jobs/:slug', offline: true },
    { path: '/notifications', offline: false },
  ]
  const built = async (server: string) => {
    writeFileSync(serverEntry, server)
    await buildServiceWorker(folder, { pages, files: ['/assets/main-a.js'], serverEntry })
    return readFileSync(join(folder, 'sw.js'), 'utf8')
  }
  const worker = await built('one')
  expect(worker).toContain('^/jobs/[^/]+$')
  expect(worker).toContain('/assets/main-a.js')
  expect(worker).not.toContain('^/notifications$')
  expect(worker).not.toMatch(/\b(import|export)\b[^'"`]*\bfrom\b/)
  expect(await built('two')).not.toBe(worker)
  expect(await built('one')).toBe(worker)
})
