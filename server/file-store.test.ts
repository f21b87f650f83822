import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startObjectStorage } from '#test/fakes/object-storage.ts'
import { readConfig } from './config.ts'
import { openFileStore } from './file-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'suchana-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const storage = await startObjectStorage()
afterAll(() => storage.close())

const inFolder = { DATA_DIR: folder }
const inStorage = {
  ...inFolder,
  S3_ENDPOINT: storage.url,
  S3_BUCKET: storage.bucket,
  S3_ACCESS_KEY_ID: storage.account.accessKeyId,
  S3_SECRET_ACCESS_KEY: storage.account.secretAccessKey,
}

test('without S3_ settings files are stored in DATA_DIR, in a folder that the first upload creates', async () => {
  const store = await openFileStore(readConfig(inFolder))
  expect(existsSync(join(folder, 'uploads'))).toBe(false)
  await store.put('a.pdf', Buffer.from('bytes'), 'application/pdf')
  expect(existsSync(join(folder, 'uploads', 'notices', 'a.pdf'))).toBe(true)
})

test('with S3_ settings files are stored in the object storage, after a write test that leaves no object', async () => {
  const store = await openFileStore(readConfig(inStorage))
  expect(storage.keys()).toEqual([])
  await store.put('a.pdf', Buffer.from('bytes'), 'application/pdf')
  expect(storage.keys()).toEqual([`${storage.bucket}/notices/a.pdf`])
})

test.each([
  ['S3_SECRET_ACCESS_KEY', 'wrong', '403 SignatureDoesNotMatch'],
  ['S3_ACCESS_KEY_ID', 'nobody', '403 InvalidAccessKeyId'],
  ['S3_BUCKET', 'nowhere', '404 NoSuchBucket'],
])('a wrong %s fails with one sentence that does not contain the secret', async (name, value, reason) => {
  const opening = openFileStore(readConfig({ ...inStorage, [name]: value }))
  await expect(opening).rejects.toThrow(
    `The object storage of S3_ENDPOINT cannot be used (The object storage answered ${reason} to PUT write-test).`,
  )
})

test('an unreachable object storage causes a warning and does not stop the start', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await openFileStore(readConfig({ ...inStorage, S3_ENDPOINT: 'http://127.0.0.1:9' }))
  expect(String(written.mock.calls[0]?.[0])).toContain('"level":"warn"')
  written.mockRestore()
})
