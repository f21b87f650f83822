import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { startObjectStorage } from '#test/fakes/object-storage.ts'
import { s3Store } from './s3-store.ts'
import { StorageError } from './storage-error.ts'

const home = mkdtempSync(join(tmpdir(), 'suchana-store-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const objectStorage = await startObjectStorage()
afterAll(() => objectStorage.close())
afterEach(() => objectStorage.answerWith(null))

const settings = { ...objectStorage.account, endpoint: objectStorage.url, region: 'ap-south-1', bucket: 'portal-files' }
const folder = join(home, 'uploads', 'notices')

/** One contract, two implementations. */
const stores: [name: string, store: FileStore][] = [
  ['a folder', folderStore(folder)],
  ['an object storage', s3Store(settings, 'notices/')],
  [
    'an object storage whose address ends in a slash',
    s3Store({ ...settings, endpoint: `${objectStorage.url}/` }, 'others/'),
  ],
]

const asStorageError = (error: unknown) => StorageError.of(error)

const textOf = async (store: FileStore, name: string, range?: { first: number; last: number }) => {
  const found = await store.read(name, range)
  return found && [found.size, (await buffer(found.body)).toString('latin1')]
}

describe.each(stores)('%s', (kind, store) => {
  test(`${kind}: reading a missing file returns null, and removing it does nothing`, async () => {
    expect(await store.read('missing.pdf')).toBe(null)
    await store.remove(['missing.pdf'])
  })

  test(`${kind}: a stored file is read as a whole and in ranges`, async () => {
    await store.put('a.pdf', Buffer.from('0123456789'), 'application/pdf')
    expect(await textOf(store, 'a.pdf')).toEqual([10, '0123456789'])
    expect(await textOf(store, 'a.pdf', { first: 2, last: 4 })).toEqual([3, '234'])
    expect(await textOf(store, 'a.pdf', { first: 9, last: 9 })).toEqual([1, '9'])
  })

  test(`${kind}: storing a name again replaces its file`, async () => {
    await store.put('b.pdf', Buffer.from('first'), 'application/pdf')
    await store.put('b.pdf', Buffer.from('second'), 'application/pdf')
    expect(await textOf(store, 'b.pdf')).toEqual([6, 'second'])
  })

  test(`${kind}: a file of ten megabytes is stored`, async () => {
    const bytes = Buffer.alloc(10_485_760, 'suchana ')
    await store.put('large.pdf', bytes, 'application/pdf')
    const found = await store.read('large.pdf')
    expect(found && (await buffer(found.body)).equals(bytes)).toBe(true)
  })

  test(`${kind}: files that are stored at the same time, also under the same name, stay complete`, async () => {
    const names = Array.from({ length: 12 }, (_, number) => `${number % 4}.pdf`)
    await Promise.all(
      names.map((name, number) => store.put(name, Buffer.alloc(50_000, `${number % 4}`), 'application/pdf')),
    )
    for (const number of [0, 1, 2, 3])
      expect(await textOf(store, `${number}.pdf`)).toEqual([50_000, `${number}`.repeat(50_000)])
  })

  test(`${kind}: removed files are missing, and missing names are ignored`, async () => {
    await store.put('c.pdf', Buffer.from('gone'), 'application/pdf')
    await store.put('d.pdf', Buffer.from('gone, too'), 'application/pdf')
    await store.remove(['c.pdf', 'missing.pdf', 'd.pdf'])
    expect(await store.read('c.pdf')).toBe(null)
    expect(await store.read('d.pdf')).toBe(null)
  })
})

describe('a folder', () => {
  const store = folderStore(folder)

  test('a folder store creates its folder with the first file, and only the owner may read it', () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'a.pdf')).mode & 0o777).toBe(0o600)
  })

  test('a file of a folder store that is removed while it is read is read to its end', async () => {
    await store.put('open.pdf', Buffer.from('still here'), 'application/pdf')
    const found = await store.read('open.pdf')
    await store.remove(['open.pdf'])
    expect(found && (await buffer(found.body)).toString()).toBe('still here')
  })

  test('tidying a folder store removes incomplete files older than an hour, and nothing else', async () => {
    const old = new Date(Date.now() - 2 * 3_600_000)
    writeFileSync(join(folder, '.draft-old'), 'half')
    writeFileSync(join(folder, '.draft-new'), 'half')
    utimesSync(join(folder, '.draft-old'), old, old)
    utimesSync(join(folder, 'a.pdf'), old, old)
    await store.tidy()
    const left = readdirSync(folder)
    expect(left).toEqual(expect.arrayContaining(['.draft-new', 'a.pdf']))
    expect(left).not.toContain('.draft-old')
    await folderStore(join(home, 'never made')).tidy()
  })

  // Not by its permissions, which do not apply to root.
  test('storing in a folder that cannot be written fails with status 503', async () => {
    const closed = join(home, 'closed')
    writeFileSync(closed, 'a file where the folder should be')
    const failure = await folderStore(closed).put('b.pdf', Buffer.from('x'), 'application/pdf').catch(asStorageError)
    expect(failure?.getResponse().status).toBe(503)
  })
})

describe('an object storage', () => {
  test('requests to an object storage have signatures that include their bytes', () => {
    expect(objectStorage.errors()).toEqual([])
    expect(objectStorage.stored('portal-files/notices/a.pdf')).toMatchObject({ type: 'application/pdf' })
  })

  test.each([
    ['with a wrong password', { secretAccessKey: 'wrong' }, 'answered 403 SignatureDoesNotMatch to PUT a.pdf'],
    ['with an unknown account', { accessKeyId: 'nobody' }, 'answered 403 InvalidAccessKeyId to PUT a.pdf'],
    ['for a bucket that is not there', { bucket: 'nowhere' }, 'answered 404 NoSuchBucket to PUT a.pdf'],
    ['that does not listen', { endpoint: 'http://127.0.0.1:9' }, 'did not answer to PUT a.pdf'],
  ])(
    'storing in an object storage %s fails with status 503 and a cause for the operator',
    async (_what, wrong, reason) => {
      const store = s3Store({ ...settings, ...wrong }, 'notices/')
      const failure = await store.put('a.pdf', Buffer.from('x'), 'application/pdf').catch(asStorageError)
      expect([failure?.getResponse().status, failure?.message]).toEqual([
        503,
        'The file storage cannot be reached right now.',
      ])
      expect(String(failure?.cause)).toContain(reason)
    },
  )

  test.each([500, 503, 301, 404])(
    'storing a file fails when the object storage responds with status %s',
    async (status) => {
      const store = s3Store(settings, 'notices/')
      objectStorage.answerWith(status)
      const failure = await store.put('a.pdf', Buffer.from('x'), 'application/pdf').catch(asStorageError)
      expect(failure?.getResponse().status).toBe(503)
    },
  )

  test('storing a file in a full object storage says that there is no room', async () => {
    objectStorage.answerWith(507)
    const failure = await s3Store(settings, 'notices/')
      .put('a.pdf', Buffer.from('x'), 'application/pdf')
      .catch(asStorageError)
    expect([failure?.getResponse().status, failure?.message]).toEqual([
      507,
      'There is no room left for files on the server.',
    ])
  })

  test('reading a file throws when the object storage responds with an error', async () => {
    objectStorage.answerWith(500)
    const failure = await s3Store(settings, 'notices/').read('a.pdf').catch(asStorageError)
    expect(failure).toBeInstanceOf(StorageError)
  })
})
