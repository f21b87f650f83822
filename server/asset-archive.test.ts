import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAssetArchive } from './asset-archive.ts'
import type { StaticFiles } from './static-files.ts'

const root = mkdtempSync(join(tmpdir(), 'suchana-assets-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folder = ''
let startedAt = 0
beforeEach(() => {
  folder = join(mkdtempSync(join(root, 'data-')), 'assets')
})

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** Creates a client build with one script that is named after the build. */
function build(name: string): string {
  const clientDir = join(root, name)
  mkdirSync(join(clientDir, 'assets'), { recursive: true })
  const script = `console.log('${name}')`
  writeFileSync(join(clientDir, 'assets', `main-${name}.js`), script)
  writeFileSync(join(clientDir, 'assets', `main-${name}.js.br`), brotliCompressSync(script))
  return clientDir
}

/** Opens the archive for a build, with a start time later than those of all earlier calls. */
function start(name: string): StaticFiles {
  const archive = openAssetArchive({ clientDir: build(name), folder, headers: { 'x-content-type-options': 'nosniff' } })
  for (const id of existsSync(folder) ? readdirSync(folder) : []) {
    if (!existsSync(join(folder, id, 'assets', `main-${name}.js`))) continue
    startedAt += 1
    utimesSync(join(folder, id), startedAt, startedAt)
  }
  return archive
}

async function serve(files: StaticFiles): Promise<(path: string) => Promise<Response>> {
  const server = createServer((request, response) => {
    if (!files(request, response)) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return (path) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'br' } })
}

test('scripts of the two previous builds are served unchanged', async () => {
  for (const name of ['a', 'b', 'c']) start(name)
  const get = await serve(start('d'))
  const statuses = []
  for (const name of ['a', 'b', 'c', 'd']) statuses.push((await get(`/assets/main-${name}.js`)).status)
  // The current build is not served by the archive, but from the build folder.
  expect(statuses).toEqual([404, 200, 200, 404])
  const response = await get('/assets/main-c.js')
  expect(await response.text()).toBe(`console.log('c')`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  })
  expect(readdirSync(folder)).toHaveLength(3)
})

test('a build that is startedAt again is copied only once and counts as the newest', async () => {
  for (const name of ['a', 'b', 'a', 'a', 'c']) start(name)
  const get = await serve(start('d'))
  expect((await get('/assets/main-a.js')).status).toBe(200)
  expect((await get('/assets/main-b.js')).status).toBe(404)
})

test('paths outside of /assets/ get 404', async () => {
  start('a')
  const get = await serve(start('b'))
  for (const path of [
    '/',
    '/main-a.js',
    '/assets/',
    '/assets/../../secrets.json',
    '/assets/%2e%2e/%2e%2e/secrets.json',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('an incomplete copy is removed and not served', async () => {
  mkdirSync(join(folder, '.unfinished', 'assets'), { recursive: true })
  writeFileSync(join(folder, '.unfinished', 'assets', 'main-x.js'), 'half')
  const get = await serve(start('a'))
  expect((await get('/assets/main-x.js')).status).toBe(404)
  expect(existsSync(join(folder, '.unfinished'))).toBe(false)
})

test('a copy that fails causes a warning and leaves no part of it', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  // A path has at most 4095 bytes: those of the folders in the copy fit, those of its files do not.
  while (folder.length < 3800) folder = join(folder, 'x'.repeat(200))
  folder = join(folder, 'x'.repeat(4060 - folder.length))
  const get = await serve(start('a'))
  expect((await get('/assets/main-b.js')).status).toBe(404)
  expect(written.mock.calls.join()).toContain('"level":"warn"')
  expect(readdirSync(folder)).toEqual([])
  written.mockRestore()
})

test('a folder that cannot be written causes a warning and does not stop the start', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  writeFileSync(join(folder, '..', 'file'), '')
  folder = join(folder, '..', 'file', 'assets')
  const get = await serve(start('a'))
  expect((await get('/assets/main-b.js')).status).toBe(404)
  expect(written.mock.calls.join()).toContain('"level":"warn"')
  written.mockRestore()
})
