import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { folderStore } from '#backend/storage/folder-store.ts'
import { UPLOAD_MAX_BYTES } from '#domain/limits.ts'
import { admin, newFolder, runBackend } from './running-backend.ts'
import { pdf } from '#test/pdf.ts'
import { picture } from './sample-files.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const folder = newFolder()
// Uploads in progress go to a temporary folder that no other test file uses.
vi.stubEnv('TMPDIR', newFolder())
const failures: unknown[] = []
const { url, client } = await runBackend(database, {
  store: folderStore(folder),
  logFailure: (_what, error) => failures.push(error),
})

const staff = client()
const { data: signedIn } = await staff.auth.signInWithPassword(admin)
const token = signedIn.session?.access_token ?? ''
const asStaff = { apikey: keys.publishableKey, authorization: `Bearer ${token}` }

interface StorageErrorBody {
  statusCode: string
  code: string
  message: string
}

async function put(name: string, bytes: Uint8Array | string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/storage/v1/object/notices/${name}`, {
    method: 'POST',
    headers: { ...asStaff, ...headers },
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
  })
  return { status: response.status, body: (await response.json()) as StorageErrorBody & { Key?: string } }
}

const received = () => readdirSync(tmpdir()).filter((name) => name.startsWith('suchana-upload-'))
const storedFiles = () => readdirSync(folder)
const rows = async () => (await sql`select from storage.objects`).count

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const html = '<!doctype html><script>alert(1)</script>'
const png = await picture(60, 60).png().toBuffer()
const jpeg = await picture(200, 200).jpeg().toBuffer()
const webp = await picture(60, 60).webp().toBuffer()
const gif = await picture(9, 9).gif().toBuffer()
const tiff = await picture(9, 9).tiff().toBuffer()
const avif = await picture(16, 16).avif().toBuffer()
const jpegWithPage = await picture(9, 9)
  .jpeg()
  .withExif({ IFD0: { Copyright: html } })
  .toBuffer()

/** A PNG of the given size whose pixels are all the same: a few bytes that decode to very many. */
function pngOf(width: number, height: number, rows = 1): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows), { level: 9 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function crc32(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1))
  }
  return ~sum >>> 0
}

/** An empty ZIP archive with a comment: the record that ZIP readers look for at the end of a file. */
function zipWith(comment: string): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([end, Buffer.from(comment, 'latin1')])
}

const wrongType = 'Only PDF, JPEG, PNG and WebP files can be uploaded.'
const damagedPdf = 'The PDF file is damaged or incomplete.'
const damagedImage = 'The image is damaged or incomplete.'
const tooManyPixels = 'The image has more than 50 million pixels.'
const tooLarge = 'The file is larger than 10 MB.'

describe('uploads other than complete PDF, JPEG, PNG or WebP files are rejected', () => {
  const type = [415, 'InvalidMimeType'] as const
  const size = [413, 'EntityTooLarge'] as const
  const nothing = [400, 'InvalidRequest'] as const

  test.each<
    [what: string, name: string, bytes: Uint8Array | string, response: readonly [number, string], message: string]
  >([
    ['a script in an SVG', 'logo.svg', svg, type, wrongType],
    ['the same, called PNG', 'logo.png', svg, type, wrongType],
    ['a page', 'notice.html', html, type, wrongType],
    ['a page called PNG', 'logo.png', html, type, wrongType],
    ['a page called PDF', 'notice.pdf', html, type, wrongType],
    ['a GIF', 'logo.gif', gif, type, wrongType],
    ['a TIFF', 'scan.tiff', tiff, type, wrongType],
    ['an AVIF', 'logo.avif', avif, type, wrongType],
    ['an archive', 'notice.zip', zipWith(''), type, wrongType],
    ['a program', 'notice.pdf', Buffer.from('7f454c4602010100', 'hex'), type, wrongType],
    ['a shell script', 'notice.pdf', '#!/bin/sh\nreboot\n', type, wrongType],
    ['a page before a PDF', 'notice.pdf', Buffer.concat([Buffer.from(html), pdf()]), type, wrongType],
    ['a PDF that is an archive, too', 'a.pdf', Buffer.concat([pdf(), zipWith('')]), type, wrongType],
    [
      'an archive in the comment of which a PDF ends',
      'a.pdf',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), zipWith('startxref 9 %%EOF')]),
      type,
      wrongType,
    ],
    ['half of a PDF', 'a.pdf', pdf().subarray(0, 150), type, damagedPdf],
    ['a PDF with much behind its end', 'a.pdf', Buffer.concat([pdf(), Buffer.alloc(2_000, 32)]), type, damagedPdf],
    ['the beginning of a PDF', 'a.pdf', '%PDF-1.7', type, damagedPdf],
    ['half of a PNG', 'a.png', png.subarray(0, png.length / 2), type, damagedImage],
    ['half of a JPEG', 'a.jpg', jpeg.subarray(0, jpeg.length / 2), type, damagedImage],
    ['half of a WebP', 'a.webp', webp.subarray(0, webp.length / 2), type, damagedImage],
    ['a PNG in name alone', 'a.png', png.subarray(0, 8), type, damagedImage],
    ['a PNG with a page in it', 'a.png', Buffer.concat([png.subarray(0, 8), Buffer.from(html)]), type, damagedImage],
    ['a PNG of 2,500 million pixels', 'a.png', pngOf(50_000, 50_000), size, tooManyPixels],
    ['a PNG one pixel too large', 'a.png', pngOf(50_000_001, 1), size, tooManyPixels],
    ['a PNG of more pixels than there are numbers', 'a.png', pngOf(0x7fffffff, 0x7fffffff), type, damagedImage],
    ['a PNG without pixels', 'a.png', pngOf(0, 0), type, damagedImage],
    ['a PNG that promises more rows than it has', 'a.png', pngOf(5_000, 5_000, 10), type, damagedImage],
    ['nothing', 'a.pdf', '', nothing, 'The file is empty.'],
    ['one byte too many', 'a.pdf', Buffer.alloc(UPLOAD_MAX_BYTES + 1, '%PDF-1.7\n'), size, tooLarge],
  ])('an upload is rejected: %s', async (_what, name, bytes, [status, code], message) => {
    const before = await rows()
    expect(await put(name, bytes, { 'content-type': 'application/pdf' })).toEqual({
      status,
      body: { statusCode: String(status), code, error: expect.any(String), message },
    })
    expect(await rows()).toBe(before)
  })

  test('the official client reports why an upload was rejected', async () => {
    const { error } = await staff.storage.from('notices').upload('logo.svg', new Blob([svg], { type: 'image/png' }))
    expect(error).toMatchObject({ message: wrongType, status: 415, statusCode: '415' })
  })

  test('a PDF of exactly the maximum size is accepted', async () => {
    const [head, tail] = [pdf().subarray(0, 9), pdf().subarray(9)]
    const filled = Buffer.concat([head, Buffer.alloc(UPLOAD_MAX_BYTES - head.length - tail.length, '%\n'), tail])
    expect(filled).toHaveLength(10_485_760)
    expect((await put('a.pdf', filled)).status).toBe(200)
    const { error } = await staff.storage.from('notices').upload('a.pdf', new Blob([filled]))
    expect(error).toBe(null)
  })

  test('a PDF with white space and a last line after its end is accepted', async () => {
    expect((await put('a.pdf', Buffer.concat([pdf('loose'), Buffer.from('\r\n\0\0')]))).status).toBe(200)
  })
})

describe('content hidden in an image is removed', () => {
  test.each([
    ['a page behind a PNG', Buffer.concat([png, Buffer.from(html)]), 'png'],
    ['an archive behind a PNG', Buffer.concat([png, zipWith('')]), 'png'],
    ['a PDF behind a JPEG', Buffer.concat([jpeg, pdf('hidden')]), 'jpg'],
    ['a page in the copyright of a JPEG', jpegWithPage, 'jpg'],
  ])('an uploaded image is stored without its hidden content: %s', async (_what, bytes, ending) => {
    const traces = ['<script', '%PDF', 'PK\x05\x06']
    const isTraced = (file: Buffer) => traces.some((trace) => file.includes(trace, 0, 'latin1'))
    expect(isTraced(bytes)).toBe(true)
    const { body } = await put('a.png', bytes)
    expect(body.Key).toMatch(new RegExp(`\\.${ending}$`))
    const served = await fetch(`${url}/storage/v1/object/public/${body.Key}`)
    const clean = Buffer.from(await served.arrayBuffer())
    expect(isTraced(clean)).toBe(false)
    expect((await sharp(clean).metadata()).format).toBe(ending === 'jpg' ? 'jpeg' : ending)
  })

  test('an uploaded animation is stored as its first frame', async () => {
    const frames = await sharp([png, png], { join: { animated: true } })
      .webp()
      .toBuffer()
    const { body } = await put('a.webp', frames)
    const served = await fetch(`${url}/storage/v1/object/public/${body.Key}`)
    expect((await sharp(await served.arrayBuffer(), { animated: true }).metadata()).pages ?? 1).toBe(1)
  })
})

describe('file names', () => {
  test.each([
    '..%2f..%2fsecrets.json',
    '%2e%2e%2fsecrets.json',
    '..%5c..%5csecrets.json',
    'folder/a.pdf',
    'folder%2fa.pdf',
    '%2fetc%2fpasswd',
    '..',
    '%2e',
    '',
    'a%00.pdf',
    'a%0d%0aX-Evil:%201.pdf',
    'a%E2%80%AEfdp.exe',
    '%ED%A0%80.pdf',
    '%FF%FE.pdf',
    '%',
    `${'x'.repeat(201)}.pdf`,
  ])('the file name %j is rejected, and nothing is written', async (name) => {
    const before = storedFiles()
    const { status, body } = await rawPut(name, pdf('traversal'))
    // A path that ends in '..' is that of the folder above, where nothing can be stored.
    expect([status, body.code]).toEqual(name === '..' ? [404, 'NotFound'] : [400, 'InvalidKey'])
    expect(storedFiles()).toEqual(before)
  })

  test.each([
    ['notice.pdf.exe', 'notice.pdf.pdf'],
    ['notice', 'notice.pdf'],
    ['.htaccess', '.pdf'],
    ['...pdf', '...pdf'],
    ['CON.pdf', 'CON.pdf'],
    ['सूचना विज्ञप्ति क्षत्रिय.pdf', 'सूचना विज्ञप्ति क्षत्रिय.pdf'],
    ['क्‍ष.pdf', 'क्‍ष.pdf'],
    ['Café.pdf'.normalize('NFD'), 'Café.pdf'.normalize('NFC')],
    ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
    ["'; drop table jobs; --.pdf", "'; drop table jobs; --.pdf"],
    ['a%2fb.pdf', 'a%2fb.pdf'],
  ])('the file name %s is used only as the name for downloads: %s', async (name, saved) => {
    await sql`delete from storage.objects`
    const { status, body } = await put(encodeURIComponent(name), pdf(name))
    expect(status).toBe(200)
    expect(body.Key).toMatch(/^notices\/[0-9a-f]{32}\.pdf$/)
    const [row] = await sql`select user_metadata ->> 'fileName' as name from storage.objects`
    expect(row).toEqual({ name: saved })
    const { headers } = await fetch(`${url}/storage/v1/object/public/${body.Key}`)
    const [, encoded = ''] = /filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '') ?? []
    expect(decodeURIComponent(encoded)).toBe(saved)
    expect(headers.get('x-evil')).toBe(null)
  })

  test.each([
    '../secrets.json',
    '..%2fsecrets.json',
    '%2e%2e/secrets.json',
    'a/../../secrets.json',
    'notices/.draft-x',
  ])('%s is not the address of a file', async (name) => {
    for (const start of ['object/public/notices/', 'object/notices/', 'render/image/public/notices/']) {
      const { status } = await rawRequest('GET', `/storage/v1/${start}${name}?width=300`)
      expect([start, status]).toEqual([start, 404])
    }
  })
})

describe('a failed upload leaves nothing behind', () => {
  const form = (...lines: string[]) => lines.join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const file = 'Content-Disposition: form-data; name=""; filename="a.pdf"'

  test.each([
    ['a form without a boundary', 'multipart/form-data', form('--x', file, '', 'bytes', '--x--', '')],
    [
      'a form without a file',
      headers['content-type'],
      form('--x', 'Content-Disposition: form-data; name="cacheControl"', '', '3600', '--x--', ''),
    ],
    ['a form with an empty file', headers['content-type'], form('--x', file, '', '', '--x--', '')],
    ['a form that ends within its file', headers['content-type'], form('--x', file, '', '%PDF-1.7')],
    ['a form that ends before its file', headers['content-type'], form('--x', file)],
    ['a body that is not a form', headers['content-type'], 'bytes'],
    ['an empty form', headers['content-type'], ''],
    [
      'a form with endless headers',
      headers['content-type'],
      form('--x', `X: ${'y'.repeat(100_000)}`, file, '', 'b', '--x--', ''),
    ],
  ])('an upload is rejected: %s', async (_what, type, body) => {
    const before = await rows()
    expect((await put('a.pdf', body, { 'content-type': type })).status).toBe(400)
    expect(await rows()).toBe(before)
  })

  test('an upload whose connection breaks leaves nothing behind', async () => {
    const before = await rows()
    const request = httpRequest(`${url}/storage/v1/object/notices/a.pdf`, {
      method: 'POST',
      headers: { ...asStaff, 'content-length': 1_000_000 },
    })
    request.on('error', () => {})
    request.write(pdf())
    await expect.poll(received).toHaveLength(1)
    request.destroy()
    await expect.poll(received).toEqual([])
    expect(await rows()).toBe(before)
  })

  test('an upload that arrives slowly is stored when it is complete', async () => {
    const bytes = pdf('slow')
    const status = await new Promise((resolve) => {
      const request = httpRequest(
        `${url}/storage/v1/object/notices/slow.pdf`,
        { method: 'POST', headers: { ...asStaff, 'content-length': bytes.length } },
        (response) => resolve(response.resume().statusCode),
      )
      const pieces = [bytes.subarray(0, 5), bytes.subarray(5, 200), bytes.subarray(200)]
      const next = () => {
        const piece = pieces.shift()
        if (!piece) return void request.end()
        request.write(piece)
        setTimeout(next, 300)
      }
      next()
    })
    expect(status).toBe(200)
  })

  test('an upload with a Content-Length of a gigabyte is rejected before its body is sent', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        `${url}/storage/v1/object/notices/a.pdf`,
        { method: 'POST', headers: { ...asStaff, 'content-length': 1_000_000_000 } },
        (response) => resolve(response.resume().statusCode),
      )
      request.on('error', reject)
      request.write('%PDF-1.7')
    })
    expect(status).toBe(413)
  })

  test('an upload without Content-Length is aborted when it exceeds the maximum size', async () => {
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(Buffer.from('%PDF-1.7\n'))),
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    })
    const { error } = await staff.storage.from('notices').upload('a.pdf', endless, { duplex: 'half' })
    expect(error?.message).toMatch(new RegExp(`${tooLarge}|fetch failed`))
  })
})

test('a file is not stored when the session ends during its upload', async () => {
  const person = client()
  const { data } = await person.auth.signInWithPassword(admin)
  const bytes = pdf('too late')
  const before = await rows()
  const request = httpRequest(`${url}/storage/v1/object/notices/late.pdf`, {
    method: 'POST',
    headers: {
      apikey: keys.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-length': bytes.length,
    },
  })
  const status = new Promise((resolve, reject) => {
    request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
  request.write(bytes.subarray(0, 50))
  await expect.poll(received).toHaveLength(1)
  await person.auth.signOut({ scope: 'local' })
  request.end(bytes.subarray(50))
  expect(await status).toBe(403)
  expect(await rows()).toBe(before)
})

test('no temporary file is left after all these uploads, and no failure was logged', async () => {
  await expect.poll(received).toEqual([])
  expect(storedFiles().filter((name) => name.startsWith('.'))).toEqual([])
  expect(failures).toEqual([])
})

function rawPut(name: string, bytes: Buffer) {
  return rawRequest('POST', `/storage/v1/object/notices/${name}`, bytes)
}

/** Sends a path as it is: fetch would normalize it. */
function rawRequest(method: string, path: string, bytes?: Buffer): Promise<{ status: number; body: StorageErrorBody }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const headers = { ...asStaff, 'content-length': bytes?.length ?? 0 }
    const request = httpRequest({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || '{}') as StorageErrorBody }),
      )
    })
    request.on('error', reject)
    request.end(bytes)
  })
}
