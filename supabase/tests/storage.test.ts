import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { pdf } from '#test/pdf.ts'
import { picture } from './sample-files.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { url, client } = await runBackend(database)

const staff = client()
const { data: signedIn } = await staff.auth.signInWithPassword(admin)
const asStaff = {
  apikey: keys.publishableKey,
  authorization: `Bearer ${signedIn.session?.access_token}`,
}
const files = staff.storage.from('notices')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Uploads with the official client. @returns the name under which the file is stored */
async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const { data, error } = await files.upload(name, new Blob([new Uint8Array(bytes)]))
  expect(error).toBe(null)
  return data?.fullPath.replace(/^notices\//, '') ?? ''
}

const addressOf = (name: string) => client().storage.from('notices').getPublicUrl(name).data.publicUrl
const variantOf = (name: string, width: number) =>
  `${url}/storage/v1/render/image/public/notices/${name}?width=${width}`
const read = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address, { headers, method })

describe('storage with the official client', () => {
  test('an image that another version of the server has encoded differently is served with the size and the ETag of its bytes', async () => {
    const bytes = await picture(60, 40).png().toBuffer()
    const name = await upload('logo.png', bytes)
    const before = await read(addressOf(name))
    await sql`update storage.objects set metadata = metadata || '{"size": 1000000, "eTag": "\\"of other bytes\\""}' where name = ${name}`
    expect(await upload('logo.png', bytes)).toBe(name)
    const part = await read(addressOf(name), { range: 'bytes=0-9' })
    const { byteLength } = await before.arrayBuffer()
    expect([part.headers.get('content-range'), part.headers.get('etag')]).toEqual([
      `bytes 0-9/${byteLength}`,
      before.headers.get('etag'),
    ])
  })

  test('a PDF is uploaded, and its public address serves the same bytes', async () => {
    const bytes = pdf()
    const name = await upload('notification.pdf', bytes)
    expect(name).toBe(`${sha256(bytes).slice(0, 32)}.pdf`)
    const response = await read(addressOf(name))
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })

  test('bytes are uploaded without a multipart form', async () => {
    const bytes = pdf('as they are')
    const { data } = await files.upload('notice.pdf', bytes, { contentType: 'application/pdf' })
    expect(data?.fullPath).toBe(`notices/${sha256(bytes).slice(0, 32)}.pdf`)
  })

  test('a stream of unknown length is uploaded', async () => {
    const bytes = pdf('a stream')
    const stream = new Blob([new Uint8Array(bytes)]).stream()
    const { data } = await files.upload('notice.pdf', stream, { duplex: 'half' })
    expect(data?.fullPath).toBe(`notices/${sha256(bytes).slice(0, 32)}.pdf`)
  })

  test.each<[string, (bytes: Buffer) => Blob | Buffer]>([
    ['in a form', (bytes) => new Blob([new Uint8Array(bytes)])],
    ['as bytes', (bytes) => bytes],
  ])('metadata sent with a file %s is refused, since the same bytes are one file', async (_how, bodyOf) => {
    const { error } = await files.upload('notice.pdf', bodyOf(pdf('metadata')), { metadata: { year: 2026 } })
    expect(error).toMatchObject({ status: 400, code: 'InvalidRequest', message: 'A file has no metadata of its own' })
    expect(
      await sql`select from storage.objects where name like ${`${sha256(pdf('metadata')).slice(0, 32)}%`}`,
    ).toEqual([])
  })

  test('an update creates another file: the content of an address never changes', async () => {
    const [first, second] = [pdf('first'), pdf('second')]
    const name = await upload('notice.pdf', first)
    const { data } = await files.update(name, new Blob([new Uint8Array(second)]))
    expect(data?.fullPath).not.toBe(`notices/${name}`)
    expect(Buffer.from(await (await read(addressOf(name))).arrayBuffer())).toEqual(first)
  })

  test('a file is downloaded', async () => {
    const name = await upload('notice.pdf', pdf('downloaded'))
    const { data } = await files.download(name)
    expect(Buffer.from(await data!.arrayBuffer())).toEqual(pdf('downloaded'))
  })

  test('a removed image is removed with its variants', async () => {
    const name = await upload('logo.png', await picture(400, 400, 7).png().toBuffer())
    expect((await read(variantOf(name, 600))).status).toBe(200)
    const { data, error } = await files.remove([name, 'f'.repeat(32) + '.pdf', '../../secrets.json'])
    expect(error).toBe(null)
    expect(data).toEqual([expect.objectContaining({ name, bucket_id: 'notices' })])
    expect((await read(addressOf(name))).status).toBe(404)
    expect((await read(variantOf(name, 600))).status).toBe(404)
    expect(await sql`select from storage.objects where name = ${name}`).toHaveLength(0)
    expect(await files.remove([name])).toMatchObject({ data: [], error: null })
  })
})

describe('files with the same bytes', () => {
  test('the same bytes have the same address under any file name', async () => {
    const bytes = pdf('twice')
    const first = await files.upload('first.pdf', bytes)
    const second = await files.upload('second.pdf', bytes)
    expect(second.data?.fullPath).toBe(first.data?.fullPath)
    expect(second.data?.id).toBe(first.data?.id)
  })

  test('the same bytes uploaded ten times at once are one object', async () => {
    const bytes = await picture(500, 300, 3).png().toBuffer()
    const uploads = await Promise.all(Array.from({ length: 10 }, () => upload('logo.png', bytes)))
    expect(new Set(uploads).size).toBe(1)
    expect(await sql`select from storage.objects where name = ${uploads[0] ?? ''}`).toHaveLength(1)
    expect((await read(addressOf(uploads[0] ?? ''))).status).toBe(200)
  })

  test('a file uploaded and removed at once is either complete or missing', async () => {
    const bytes = pdf('here and gone')
    const name = await upload('notice.pdf', bytes)
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([upload('notice.pdf', bytes), files.remove([name])])
      const rows = await sql`select from storage.objects where name = ${name}`
      expect((await read(addressOf(name))).status).toBe(rows.length === 1 ? 200 : 404)
    }
  })

  test('different files with the same name have different addresses', async () => {
    const [first, second] = await Promise.all([upload('a.pdf', pdf('one')), upload('a.pdf', pdf('two'))])
    expect(first).not.toBe(second)
  })
})

describe('metadata of files', () => {
  test('the database stores who uploaded what, when, how large and of which content', async () => {
    const bytes = pdf('known')
    const before = Date.now()
    const name = await upload('आवेदन सूचना.PDF', bytes)
    const [row] = await sql`select * from storage.objects where name = ${name}`
    expect(row).toMatchObject({
      bucket_id: 'notices',
      owner_id: signedIn.user?.id,
      metadata: { size: bytes.length, mimetype: 'application/pdf', eTag: `"${sha256(bytes)}"` },
      user_metadata: { fileName: 'आवेदन सूचना.pdf' },
    })
    expect(row?.['created_at'].getTime()).toBeGreaterThan(before - 1_000)
  })
})

describe('uploaded images', () => {
  const formats = [
    ['jpg', 'image/jpeg', (image: Sharp) => image.jpeg({ quality: 95 })],
    ['png', 'image/png', (image: Sharp) => image.png()],
    ['webp', 'image/webp', (image: Sharp) => image.webp()],
  ] as const

  test.each(formats)('an image of type %s is re-encoded upright and without metadata', async (ending, type, as) => {
    const camera = as(picture(320, 200, 5))
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: 'Somebody', Copyright: 'At home' }, IFD3: { GPSLatitude: '28/1 36/1 0/1' } })
    const name = await upload('photo', await camera.toBuffer())
    expect(name).toMatch(new RegExp(`^[0-9a-f]{32}-200x320\\.${ending}$`))
    const response = await read(addressOf(name))
    expect(response.headers.get('content-type')).toBe(type)
    const bytes = Buffer.from(await response.arrayBuffer())
    const { width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata()
    expect({ width, height, exif, xmp, icc, orientation }).toEqual({ width: 200, height: 320 })
    expect(bytes.includes('Somebody')).toBe(false)
  })

  test('a large image is reduced to the maximum size that pages show', async () => {
    const name = await upload('poster.jpg', await picture(4000, 1000, 2).jpeg().toBuffer())
    expect(name).toMatch(/-2400x600\.jpg$/)
  })

  test.each([
    [300, 300],
    [600, 600],
    [900, 900],
    [1200, 1000],
  ])('an image of 1,000 pixels requested in width %i is served in width %i', async (requested, served) => {
    const name = await upload('poster.jpg', await picture(1000, 500, 4).jpeg().toBuffer())
    const address = variantOf(name, requested)
    const response = await read(address)
    expect(response.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const image = await sharp(bytes).metadata()
    expect([image.format, image.width]).toEqual(['webp', served])
    const again = Buffer.from(await (await read(address)).arrayBuffer())
    expect(again.equals(bytes)).toBe(true)
  })

  test('an image variant is cached for ever and revalidated with 304', async () => {
    const name = await upload('poster.jpg', await picture(700, 300, 8).jpeg().toBuffer())
    const address = variantOf(name, 900)
    const first = await read(address)
    const again = await read(address, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([first.status, again.status, await again.text()]).toEqual([200, 304, ''])
    for (const { headers } of [first, again]) {
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }
  })

  test('an image variant requested many times at once is made once', async () => {
    const name = await upload('poster.jpg', await picture(900, 900, 6).jpeg().toBuffer())
    const address = variantOf(name, 900)
    const responses = await Promise.all(Array.from({ length: 20 }, () => read(address)))
    const bodies = await Promise.all(
      responses.map(async (response) => sha256(Buffer.from(await response.arrayBuffer()))),
    )
    expect(new Set(bodies).size).toBe(1)
  })

  test('an image variant has the address that the official client makes for a size', async () => {
    const name = await upload('poster.jpg', await picture(700, 300, 8).jpeg().toBuffer())
    const { data } = files.getPublicUrl(name, { transform: { width: 300 } })
    expect(data.publicUrl).toBe(variantOf(name, 300))
    expect((await read(data.publicUrl)).status).toBe(200)
  })

  test.each(['width=301', 'width=5000', 'width=-1', 'width=', '', 'width=300&height=9', 'width=300&width=600'])(
    'an image is served in no other size: %s',
    async (query) => {
      const name = await upload('poster.jpg', await picture(700, 300, 8).jpeg().toBuffer())
      const address = `${url}/storage/v1/render/image/public/notices/${name}?${query}`
      expect((await read(address)).status).toBe(400)
    },
  )

  test('a PDF has no variants', async () => {
    const name = await upload('a.pdf', pdf())
    expect((await read(variantOf(name, 300))).status).toBe(400)
  })
})

describe('responses with a file', () => {
  const bytes = pdf('served')

  test('a file is served in a sandbox, with its type and name, and cached for ever', async () => {
    const name = await upload('भर्ती "2026"; सूचना.pdf', bytes)
    const { headers } = await read(addressOf(name))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="_____ _2026__ _____.pdf"; filename*=UTF-8''${encodeURIComponent('भर्ती "2026"; सूचना.pdf')}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${sha256(bytes)}"`,
      'accept-ranges': 'bytes',
    })
  })

  test('an image is shown inline, and is a download on request', async () => {
    const name = await upload('logo.png', await picture(50, 40).png().toBuffer())
    const disposition = async (address: string) => (await read(address)).headers.get('content-disposition')
    expect(await disposition(addressOf(name))).toMatch(/^inline; filename="logo.png"/)
    const { data } = files.getPublicUrl(name, { download: true })
    expect(await disposition(data.publicUrl)).toMatch(/^attachment; filename="logo.png"/)
  })

  test('HEAD returns the headers of a file without its bytes', async () => {
    const name = await upload('a.pdf', bytes)
    const response = await read(addressOf(name), {}, 'HEAD')
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
  })

  test.each([
    ['the tag', (tag: string) => tag, 304],
    ['one of several tags', (tag: string) => `"other", W/${tag}`, 304],
    ['anything', () => '*', 304],
    ['another tag', () => '"other"', 200],
  ])('a conditional request with %s gets 304 if the file matches', async (_what, condition, status) => {
    const name = await upload('a.pdf', bytes)
    const headers = { 'if-none-match': condition(`"${sha256(bytes)}"`) }
    const response = await read(addressOf(name), headers)
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([
      status,
      status === 304 ? 0 : bytes.length,
    ])
  })

  const size = bytes.length
  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
    [`bytes=10-${size * 2}`, 10, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
  ])('a range of a file is served: %s', async (range, first, last) => {
    const response = await read(addressOf(await upload('a.pdf', bytes)), { range })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/${size}`])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(first, last + 1))
  })

  test.each([`bytes=${size}-`, 'bytes=-0'])('a range outside the file is rejected: %s', async (range) => {
    const response = await read(addressOf(await upload('a.pdf', bytes)), { range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  })

  test.each(['bytes=9-5', 'bytes=0-1,3-4', 'bytes=-', 'lines=0-1', 'bytes=a-b'])(
    'an invalid range is ignored: %s',
    async (range) => {
      const response = await read(addressOf(await upload('a.pdf', bytes)), { range })
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null])
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    },
  )

  test('a range with If-Range is served only if the file matches', async () => {
    const name = await upload('a.pdf', bytes)
    const part = (condition: string) => read(addressOf(name), { range: 'bytes=0-9', 'if-range': condition })
    expect((await part(`"${sha256(bytes)}"`)).status).toBe(206)
    expect((await part('"other"')).status).toBe(200)
  })

  test('a file of which only the row exists is missing', async () => {
    const name = `${'a'.repeat(32)}.pdf`
    await sql`insert into storage.objects (bucket_id, name, metadata)
      values ('notices', ${name}, ${sql.json({ size: 1, mimetype: 'application/pdf', eTag: '"x"' })})`
    expect((await read(addressOf(name))).status).toBe(404)
  })

  test('a file is served to every origin', async () => {
    const name = await upload('a.pdf', bytes)
    const { headers } = await read(addressOf(name), { origin: 'https://elsewhere.example' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('addresses that the storage does not offer', () => {
  test.each([
    ['sends an upload in pieces', 'POST', 'upload/resumable', {}, 409, 'NotSupported'],
    ['uses the S3 protocol', 'GET', 's3/notices', undefined, 409, 'NotSupported'],
    ['looks around', 'GET', '', undefined, 404, 'NotFound'],
    ['looks around in the bucket', 'GET', 'object/public/notices/', undefined, 404, 'NoSuchKey'],
    ['looks around without a slash', 'GET', 'object/public/notices', undefined, 404, 'NotFound'],
    ['lists with another method', 'GET', 'object/list/notices', undefined, 405, 'MethodNotAllowed'],
    ['removes one file by its address', 'DELETE', 'object/notices/a.pdf', undefined, 404, 'NotFound'],
    ['reads another bucket', 'GET', 'object/public/secrets/a.pdf', undefined, 404, 'NoSuchBucket'],
    ['writes to another bucket', 'POST', 'object/secrets/a.pdf', {}, 404, 'NoSuchBucket'],
    ['removes another bucket', 'DELETE', 'object/secrets', { prefixes: ['a.pdf'] }, 404, 'NoSuchBucket'],
  ])('an admin %s: the error says why not', async (_what, method, path, body, status, code) => {
    const init = { method, headers: { ...asStaff, 'content-type': 'application/json' } }
    const response = await fetch(`${url}/storage/v1/${path}`, body ? { ...init, body: JSON.stringify(body) } : init)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      statusCode: String(status),
      code,
      error: expect.any(String),
      message: expect.any(String),
    })
  })
})
