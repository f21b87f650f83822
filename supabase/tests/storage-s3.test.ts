import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startObjectStorage } from '#test/fakes/object-storage.ts'
import { s3Store } from '#backend/storage/s3-store.ts'
import { admin, runBackend } from './running-backend.ts'
import { pdf } from '#test/pdf.ts'
import { picture } from './sample-files.ts'
import { makeDatabase } from './test-database.ts'

const storage = await startObjectStorage()
afterAll(() => storage.close())
const { account, bucket, url: endpoint } = storage
const database = await makeDatabase('migrated')
const store = s3Store({ endpoint, region: 'auto', bucket, ...account }, 'notices/')
const { url, client } = await runBackend(database, { store })

const staff = client()
await staff.auth.signInWithPassword(admin)
const files = staff.storage.from('notices')
const addressOf = (path: string) => `${url}/storage/v1/object/public/${path}`

test('a file is stored in the object storage and served by this server', async () => {
  const bytes = pdf('far away')
  const { data } = await files.upload('a.pdf', new Blob([new Uint8Array(bytes)]))
  const path = data?.fullPath ?? ''
  expect(storage.stored(`${bucket}/${path}`)).toEqual({ bytes, type: 'application/pdf' })

  const whole = await fetch(addressOf(path))
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const part = await fetch(addressOf(path), { headers: { range: 'bytes=0-7' } })
  expect([part.status, await part.text()]).toEqual([206, '%PDF-1.7'])
})

test('an image and its variants are stored in the object storage and removed from it', async () => {
  const { data } = await files.upload('logo.png', new Blob([new Uint8Array(await picture(700, 700).png().toBuffer())]))
  const path = data?.fullPath ?? ''
  const src = `${url}/storage/v1/render/image/public/${path}?width=900`
  const image = await sharp(Buffer.from(await (await fetch(src)).arrayBuffer())).metadata()
  expect([image.format, image.width]).toEqual(['webp', 700])
  expect(storage.keys().filter((key) => key.includes(path))).toHaveLength(2)
  expect((await fetch(src)).headers.get('content-type')).toBe('image/webp')

  await files.remove([path.replace('notices/', '')])
  expect(storage.keys().filter((key) => key.includes(path))).toEqual([])
})

test('an upload fails while the object storage is unavailable, and succeeds afterwards', async () => {
  storage.answerWith(503)
  const bytes = new Blob([new Uint8Array(pdf('later'))])
  const rejected = await files.upload('a.pdf', bytes)
  expect(rejected.error).toMatchObject({ status: 503, message: 'The file storage cannot be reached right now.' })
  storage.answerWith(null)
  const { data } = await files.upload('a.pdf', bytes)
  expect((await fetch(addressOf(data?.fullPath ?? ''))).status).toBe(200)
})
