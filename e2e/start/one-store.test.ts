import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from './command.ts'
import { preparedFolder } from './prepared-folder.ts'
import { adminHeaders, cleanUp, databaseUrl, newFolder, query, serverOn, startServer, type Server } from './server.ts'
import { sharedSettings, startBeside } from './several-servers.ts'

/** A server with its own database, whose files the others do not share unless a test makes them. */
let first: Server
let address: string
let headers: Record<string, string>
/** Path of a file that the first server received. */
let stored: string

beforeAll(async () => {
  first = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  address = databaseUrl(first.dataDir)
  headers = await adminHeaders(first)
})
afterAll(cleanUp)

const uploadsOf = (dataDir: string) => join(dataDir, 'uploads', 'notices')
const startWith = (dataDir: string) => startBeside(first, address, { DATA_DIR: dataDir })

async function upload(server: Server, note: string): Promise<{ status: number; path: string; message: string }> {
  const body = `%PDF-1.7\n% ${note}\nstartxref\n0\n%%EOF\n`
  const response = await fetch(`${server.url}/storage/v1/object/notices/a.pdf`, { method: 'POST', headers, body })
  const { Key = '', message = '' } = (await response.json()) as { Key?: string; message?: string }
  return { status: response.status, path: `/storage/v1/object/public/${Key}`, message }
}

const statusOf = async (server: Server, path: string) => (await fetch(server.url + path)).status

test('of two servers with folders of their own, one takes uploads, and the other says why it does not', async () => {
  const second = await startWith(join(newFolder(), 'data'))
  const uploaded = await upload(first, 'one')
  expect(uploaded.status).toBe(200)
  stored = uploaded.path
  expect(await upload(second, 'two')).toMatchObject({
    status: 503,
    message: 'The files are in the storage of another server, which this server does not share.',
  })
  expect(await query(address, 'select name from storage.objects')).toHaveLength(1)
  expect(second.errors()).toContain('The uploaded files of this database are in the storage of another server')
  expect(await statusOf(first, stored)).toBe(200)
  await second.stop()
})

test('a server without the uploaded files ends with one sentence that says what to share', async () => {
  const env = await serverOn(join(newFolder(), 'data'), sharedSettings(first, address))
  const server = launch(process.execPath, ['server/main.ts'], { env })
  expect(await server.ended()).toBe(1)
  expect(server.errors()).toBe(
    'The uploaded files of this database are in the storage of another server: give all its servers the same S3_ settings or one shared folder DATA_DIR/uploads; if the files are lost, run "delete from files.store" in the database.\n',
  )
})

test('servers that share a folder serve the uploads of each other', async () => {
  const dataDir = join(newFolder(), 'data')
  mkdirSync(dataDir)
  symlinkSync(join(first.dataDir, 'uploads'), join(dataDir, 'uploads'))
  const second = await startWith(dataDir)
  const { status, path } = await upload(second, 'shared')
  expect(status).toBe(200)
  expect(await Promise.all([first, second].map((server) => statusOf(server, path)))).toEqual([200, 200])
  expect((await upload(first, 'shared too')).status).toBe(200)
  await second.stop()
})

test('a server whose folder of uploads is on a disk that is not there starts, says so, and uses the files when it is back', async () => {
  const dataDir = preparedFolder('no notices')
  const disk = join(newFolder(), 'disk')
  mkdirSync(disk)
  symlinkSync(disk, join(dataDir, 'uploads'))
  const start = () => startServer(dataDir, { env: { SAMPLE_DATA: 'off' } })
  let server = await start()
  const uploadTo = async () => {
    const body = '%PDF-1.7\nstartxref\n0\n%%EOF\n'
    const to = `${server.url}/storage/v1/object/notices/a.pdf`
    const response = await fetch(to, { method: 'POST', headers: await adminHeaders(server), body })
    return { status: response.status, key: ((await response.json()) as { Key?: string }).Key ?? '' }
  }
  const uploaded = await uploadTo()
  expect(uploaded.status).toBe(200)
  await server.stop()

  renameSync(disk, `${disk}.away`)
  server = await start()
  expect(server.errors()).toContain('Uploaded files are missing')
  expect(server.errors()).toContain('The store of uploaded files cannot be used')
  expect(await statusOf(server, '/')).toBe(200)
  expect((await uploadTo()).status).toBeGreaterThanOrEqual(500)
  await server.stop()

  renameSync(`${disk}.away`, disk)
  server = await start()
  expect(server.errors()).toBe('')
  expect(await statusOf(server, `/storage/v1/object/public/${uploaded.key}`)).toBe(200)
  await server.stop()
})

test('files that were copied to another folder, with or without the id of the store, are used there', async () => {
  for (const isWhole of [true, false]) {
    const dataDir = join(newFolder(), 'data')
    cpSync(uploadsOf(first.dataDir), uploadsOf(dataDir), { recursive: true })
    const [id] = readdirSync(uploadsOf(dataDir)).filter((name) => !name.endsWith('.pdf'))
    if (!isWhole) rmSync(join(uploadsOf(dataDir), id ?? ''))
    const moved = await startWith(dataDir)
    expect((await upload(moved, `moved ${isWhole}`)).status).toBe(200)
    expect(await statusOf(moved, stored)).toBe(200)
    await moved.stop()
    // Its files are not in the folder of the other servers.
    await query(address, `delete from storage.objects where name <> '${stored.split('/').at(-1)}'`)
  }
})

test('after files were lost, a server starts on the word of the operator, warns, and takes uploads', async () => {
  await query(address, 'delete from files.store')
  const server = await startWith(join(newFolder(), 'data'))
  expect(server.errors()).toContain('Uploaded files are missing')
  expect((await upload(server, 'new')).status).toBe(200)
  await server.stop()
})

test('the server of an embedded database starts without its uploads, warns, and takes new ones', async () => {
  await first.stop()
  rmSync(join(first.dataDir, 'uploads'), { recursive: true })
  const again = await startServer(first.dataDir)
  expect(again.errors()).toContain('Uploaded files are missing')
  expect((await upload(again, 'after a loss')).status).toBe(200)
  await again.stop()
})
