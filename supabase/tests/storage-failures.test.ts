import { beforeEach, describe, expect, test } from 'vitest'
import type { FileStore } from '#backend/storage/file-store.ts'
import { folderStore } from '#backend/storage/folder-store.ts'
import { tidyStorage } from '#backend/storage/tidy-storage.ts'
import { admin, newFolder, runBackend } from './running-backend.ts'
import { pdf } from '#test/pdf.ts'
import { picture } from './sample-files.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database

/** A file store that fails when a test sets an error. */
const folder = folderStore(newFolder())
let failing: { put?: Error; remove?: Error; read?: Error } = {}
const failOr = <T>(error: Error | undefined, work: () => Promise<T>) => (error ? Promise.reject(error) : work())
const store: FileStore = {
  put: (...given) => failOr(failing.put, () => folder.put(...given)),
  read: (...given) => failOr(failing.read, () => folder.read(...given)),
  remove: (...given) => failOr(failing.remove, () => folder.remove(...given)),
  tidy: () => folder.tidy(),
}
const logged: unknown[] = []
const { url, client } = await runBackend(database, { store, logFailure: (_what, error) => logged.push(error) })

const staff = client()
await staff.auth.signInWithPassword(admin)
const files = staff.storage.from('notices')
const upload = (bytes: Buffer) => files.upload('notice.pdf', new Blob([new Uint8Array(bytes)]))
const noRoom = 'There is no room left for files on the server.'
const away = 'The file storage cannot be reached right now.'

const addressOf = (path: string | undefined) => `${url}/storage/v1/object/public/${path}`

beforeEach(() => {
  failing = {}
  logged.length = 0
})

function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed, write`), { code, syscall: 'write' })
}

describe('failed uploads', () => {
  test.each([
    ['a full disk', diskError('ENOSPC'), 507, noRoom],
    ['an exhausted quota', diskError('EDQUOT'), 507, noRoom],
    ['a broken disk', diskError('EIO'), 503, away],
    ['a folder without access', diskError('EACCES'), 503, away],
  ])(
    'an upload with %s fails with a clear message, stores nothing, and can be repeated',
    async (what, error, status, message) => {
      failing.put = error
      const bytes = pdf(what)
      const rejected = await upload(bytes)
      expect(rejected.error).toMatchObject({ status, message })
      expect(logged).toEqual([error])
      expect(await sql`select from storage.objects`).toHaveLength(0)

      failing = {}
      const { data } = await upload(bytes)
      expect((await fetch(addressOf(data?.fullPath))).status).toBe(200)
      await files.remove([data?.fullPath.replace('notices/', '') ?? ''])
    },
  )

  test('an upload into a full database says that there is no room, stores nothing, and can be repeated', async () => {
    await sql`create function fill_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`
    await sql`create trigger full_disk before insert on storage.objects execute function fill_disk()`
    const bytes = pdf('a full database')
    expect((await upload(bytes)).error).toMatchObject({ status: 507, message: noRoom })
    expect(logged).toEqual([expect.objectContaining({ code: '53100' })])
    await sql`drop function fill_disk cascade`

    const { data } = await upload(bytes)
    expect((await fetch(addressOf(data?.fullPath))).status).toBe(200)
    await files.remove([data?.fullPath.replace('notices/', '') ?? ''])
  })

  test('a programming error during an upload is not reported as a disk error', async () => {
    failing.put = new TypeError('something is not a function')
    expect((await upload(pdf())).error).toMatchObject({ status: 500 })
    expect(logged).toEqual([])
  })
})

test('a file that cannot be removed remains complete', async () => {
  const { data } = await upload(pdf('stays'))
  failing.remove = diskError('EIO')
  const { error } = await files.remove([data?.fullPath.replace('notices/', '') ?? ''])
  expect(error).toMatchObject({ status: 503, message: away })
  expect((await fetch(addressOf(data?.fullPath))).status).toBe(200)
})

test('a file that cannot be read is unavailable, not missing', async () => {
  const { data } = await upload(pdf('away'))
  failing.read = diskError('EIO')
  const response = await fetch(addressOf(data?.fullPath))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
  expect(response.headers.get('cache-control')).toBe(null)
})

test('an image variant that cannot be stored is made again', async () => {
  const { data } = await upload(await picture(400, 400).png().toBuffer())
  const src = `${url}/storage/v1/render/image/public/${data?.fullPath}?width=600`
  failing.put = diskError('ENOSPC')
  expect((await fetch(src)).status).toBe(507)
  failing = {}
  expect((await fetch(src)).status).toBe(200)
})

test('uploading a lost file again restores it with the same bytes', async () => {
  const bytes = pdf('lost and found')
  const { data } = await upload(bytes)
  await folder.remove([data?.fullPath.replace('notices/', '') ?? ''])
  expect((await fetch(addressOf(data?.fullPath))).status).toBe(404)
  expect(String(logged[0])).toContain('is missing')
  expect((await upload(bytes)).data?.id).toBe(data?.id)
  expect((await fetch(addressOf(data?.fullPath))).status).toBe(200)
})

describe('files without a reference', () => {
  const old = async (note: string) => {
    const { data } = await upload(pdf(note))
    const name = data?.fullPath.replace('notices/', '') ?? ''
    await sql`update storage.objects set updated_at = now() - interval '31 days' where name = ${name}`
    return name
  }

  test('files without a reference are removed after 30 days, and files that a notice or a notification shows, links or mentions remain', async () => {
    await sql`delete from storage.objects`
    const [linked, mentioned, ending, logo, sent, unused, fresh, again] = [
      await old('linked'),
      await old('mentioned'),
      await old('ending'),
      await old('logo'),
      await old('sent'),
      await old('unused'),
      await old('fresh'),
      await old('again'),
    ]
    await sql`update storage.objects set updated_at = now() - interval '29 days' where name = ${fresh}`
    await upload(pdf('again'))
    const address = (name: string) => `https://portal.example/storage/v1/object/public/notices/${name}`
    await sql`insert into results (title, slug, result_pdf_url) values ('Linked', 'linked', ${address(linked)})`
    await sql`insert into syllabus (title, slug, content) values
      ('Mentioned', 'mentioned', ${`See [the book](${address(mentioned)}) and [that](https://elsewhere.example).`}),
      ('At the end of a sentence', 'ending', ${`Read ${address(ending)}.`})`
    const image = `https://portal.example/storage/v1/render/image/public/notices/${logo}?width=300`
    await sql`insert into organizations (name, slug, logo_url) values ('With a logo', 'logo', ${image})`
    await sql`insert into push.notifications (title, body, category, url, image, state, send_at)
      values ('Planned', 'With a picture', 'newJobs', '/jobs', ${address(sent)}, 'planned', now() + interval '1 day')`

    expect(await tidyStorage(sql, store)).toEqual([unused])
    const left = await sql`select name from storage.objects order by name`
    expect(left.map(({ name }) => name)).toEqual([linked, mentioned, ending, logo, sent, fresh, again].sort())
    expect(await folder.read(unused)).toBe(null)

    await sql`delete from results where slug = 'linked'`
    expect(await tidyStorage(sql, store)).toEqual([])
    await sql`delete from bin.items`
    expect(await tidyStorage(sql, store)).toEqual([linked])
  })

  test('files without a reference are removed once when two servers tidy at the same time', async () => {
    const name = await old('twice')
    const rounds = await Promise.all([tidyStorage(sql, store), tidyStorage(sql, store)])
    expect(rounds.flat()).toEqual([name])
  })
})
