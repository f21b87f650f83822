import { createHash, createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { pdf } from '#test/pdf.ts'
import { picture } from './sample-files.ts'
import { keys, makeDatabase } from './test-database.ts'

/** Lists, information and signed addresses of files, as the official client asks for them. */
const database = await makeDatabase('migrated')
const { sql } = database
const { url, client } = await runBackend(database)

const staff = client()
const { data: session } = await staff.auth.signInWithPassword(admin)
const files = staff.storage.from('notices')
const visitor = client().storage.from('notices')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const { data, error } = await files.upload(name, bytes)
  expect(error).toBe(null)
  return data?.fullPath.replace('notices/', '') ?? ''
}

const bytes = pdf('read')
const name = await upload('सूचना.pdf', bytes)
const image = await upload('logo.png', await picture(700, 400, 5).png().toBuffer())

describe('buckets', () => {
  test('the bucket has the limits and types that uploads are checked by', async () => {
    const { data } = await staff.storage.getBucket('notices')
    expect(data).toEqual({
      id: 'notices',
      name: 'notices',
      owner: '',
      type: 'STANDARD',
      public: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      file_size_limit: 10 * 1024 * 1024,
      allowed_mime_types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
    })
    expect((await staff.storage.listBuckets()).data).toEqual([data])
  })

  test.each([
    [{ search: 'NOT' }, 1],
    [{ search: 'other' }, 0],
    [{ limit: 1, offset: 0 }, 1],
    [{ offset: 1 }, 0],
    [{ sortColumn: 'name', sortOrder: 'desc' }, 1],
  ] as const)('the list of buckets for %j has %i', async (options, count) => {
    expect((await staff.storage.listBuckets(options)).data).toHaveLength(count)
  })
})

describe('information about a file', () => {
  test('a visitor gets size, type, hash, file name and times of a file by its name', async () => {
    const { data, error } = await visitor.info(name)
    expect(error).toBe(null)
    const [row] = await sql`select id, created_at, updated_at from storage.objects where name = ${name}`
    expect(data).toEqual({
      id: row?.['id'],
      name,
      bucketId: 'notices',
      version: sha256(bytes),
      size: bytes.length,
      contentType: 'application/pdf',
      cacheControl: 'max-age=31536000',
      etag: `"${sha256(bytes)}"`,
      metadata: { fileName: 'सूचना.pdf' },
      lastModified: row?.['updated_at'].toISOString(),
      createdAt: row?.['created_at'].toISOString(),
    })
  })

  test.each(['object/info/', 'object/info/public/', 'object/info/authenticated/'])(
    'GET and HEAD find the file below %s',
    async (folder) => {
      const address = `${url}/storage/v1/${folder}notices/${name}`
      expect(await (await fetch(address)).json()).toMatchObject({ name })
      const head = await fetch(address, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
    },
  )

  test.each(['object/', 'object/public/', 'object/authenticated/', 'object/info/'])(
    'HEAD below %s says with its status whether a file exists, as older clients ask',
    async (folder) => {
      const statusOf = async (file: string) =>
        (await fetch(`${url}/storage/v1/${folder}notices/${file}`, { method: 'HEAD' })).status
      expect([await statusOf(name), await statusOf('f'.repeat(32) + '.pdf')]).toEqual([200, 404])
    },
  )

  test('exists() finds a file that is there', async () => {
    expect(await visitor.exists(name)).toEqual({ data: true, error: null })
  })

  test.each(['f'.repeat(32) + '.pdf', 'notice.pdf', 'folder/notice.pdf'])('exists() finds no %s', async (file) => {
    const { data, error } = await visitor.exists(file)
    expect([data, error]).toEqual([
      false,
      expect.objectContaining({ status: 404, code: 'NoSuchKey', message: 'Object not found' }),
    ])
  })

  test('exists() and info() name another bucket as missing, not the file', async () => {
    const others = client().storage.from('others')
    const missing = { status: 404, statusCode: '404', code: 'NoSuchBucket', message: 'Bucket not found' }
    await expect(others.exists(name)).rejects.toMatchObject(missing)
    expect((await others.info(name)).error).toMatchObject(missing)
  })

  test('a version is refused, since files have none', async () => {
    const expected = { status: 400, code: 'InvalidRequest', message: 'Files have no versions' }
    expect((await visitor.info(name, { versionId: '1' })).error).toMatchObject(expected)
    expect((await visitor.createSignedUrl(name, 60, { versionId: '1' })).error).toMatchObject({ status: 400 })
    expect((await fetch(visitor.getPublicUrl(name, { versionId: '1' }).data.publicUrl)).status).toBe(400)
  })
})

describe('downloads', () => {
  test('a download has the name that the address asks for, with the ending of the file', async () => {
    const saved = async (address: string) => (await fetch(address)).headers.get('content-disposition')
    const publicly = (download: string) => visitor.getPublicUrl(image, { download }).data.publicUrl
    expect(await saved(publicly('emblem.png'))).toMatch(/^attachment; filename="emblem.png"/)
    expect(await saved(publicly('emblem.exe'))).toMatch(/^attachment; filename="emblem.png"/)
    expect(await saved(publicly('a/../b.png'))).toMatch(/^attachment; filename="logo.png"/)
    const { data } = await visitor.createSignedUrl(image, 60, { download: 'emblem.png' })
    expect(await saved(data?.signedUrl ?? '')).toMatch(/^attachment; filename="emblem.png"/)
  })

  test('a resized image is downloaded by its client call', async () => {
    const { data, error } = await visitor.download(image, { transform: { width: 300 } })
    expect([error, data?.type]).toEqual([null, 'image/webp'])
    expect((await visitor.download(image, { transform: { width: 301 } })).error).toMatchObject({ status: 400 })
  })

  test('a nonce against caches changes nothing', async () => {
    const { data } = visitor.getPublicUrl(image, { transform: { width: 300 }, cacheNonce: '7' })
    expect((await fetch(data.publicUrl)).headers.get('content-type')).toBe('image/webp')
  })
})

describe('lists', () => {
  const listed: string[] = []

  beforeAll(async () => {
    await sql`delete from storage.objects where name not in ${sql([name, image])}`
    for (const mark of ['one', 'two', 'three']) listed.push(await upload(`${mark}.pdf`, pdf(mark)))
    listed.push(name, image)
    // As if the files had been uploaded in this order, an hour apart.
    for (const [hour, file] of listed.entries())
      await sql`update storage.objects set created_at = ${new Date(hour * 3_600_000)} where name = ${file}`
    await sql`insert into storage.buckets (id, name) values ('others', 'others')`
    await sql`insert into storage.objects (bucket_id, name, metadata) values ('others', 'secret.pdf', '{}')`
  })

  const names = (entries: readonly { name: string }[] | null | undefined) => entries?.map((entry) => entry.name)

  test('an admin and the server list the files of the bucket, sorted by name, with their metadata', async () => {
    const { data, error } = await files.list()
    expect([error, names(data)]).toEqual([null, listed.toSorted()])
    const entry = data?.find((found) => found.name === name)
    const [row] = await sql`select id, created_at, updated_at from storage.objects where name = ${name}`
    expect(entry).toEqual({
      id: row?.['id'],
      name,
      created_at: row?.['created_at'].toISOString(),
      updated_at: row?.['updated_at'].toISOString(),
      last_accessed_at: row?.['created_at'].toISOString(),
      metadata: {
        size: bytes.length,
        contentLength: bytes.length,
        mimetype: 'application/pdf',
        eTag: `"${sha256(bytes)}"`,
        cacheControl: 'max-age=31536000',
        lastModified: row?.['updated_at'].toISOString(),
        httpStatusCode: 200,
      },
    })
    expect(names((await client(keys.secretKey).storage.from('notices').list()).data)).toEqual(listed.toSorted())
  })

  test('a list is sorted by any of its columns, in both directions', async () => {
    const sortedBy = async (column: string, order: string) =>
      names((await files.list('', { sortBy: { column, order } })).data)
    for (const column of ['created_at', 'last_accessed_at']) {
      expect(await sortedBy(column, 'asc')).toEqual(listed)
      expect(await sortedBy(column, 'desc')).toEqual(listed.toReversed())
    }
    expect(await sortedBy('name', 'desc')).toEqual(listed.toSorted().toReversed())
    await sql`update storage.objects set updated_at = now() where name = ${listed[1] ?? ''}`
    expect((await sortedBy('updated_at', 'desc'))?.[0]).toBe(listed[1])
  })

  test('a list is cut by limit and offset', async () => {
    const sortBy = { column: 'created_at' }
    expect(names((await files.list('', { limit: 2, sortBy })).data)).toEqual(listed.slice(0, 2))
    expect(names((await files.list('', { limit: 2, offset: 3, sortBy })).data)).toEqual(listed.slice(3))
    expect(names((await files.list('', { offset: 5 })).data)).toEqual([])
    expect(names((await files.list('', { limit: 100_000 })).data)).toHaveLength(5)
  })

  test('a search finds names by their begin in any case, and its signs have no other meaning', async () => {
    const found = async (search: string) => names((await files.list('', { search })).data)
    expect(await found(name.slice(0, 12))).toEqual([name])
    expect(await found(name.slice(0, 12).toUpperCase())).toEqual([name])
    for (const search of ['%', '_', "' or true --", '\\', 'zzz'])
      expect([search, await found(search)]).toEqual([search, []])
  })

  test('a folder is empty, since names have no slashes', async () => {
    expect((await files.list('folder')).data).toEqual([])
    expect((await files.listV2({ prefix: 'folder/', with_delimiter: true })).data).toEqual({
      hasNext: false,
      folders: [],
      objects: [],
    })
  })

  test.each([
    ['name', 'asc'],
    ['name', 'desc'],
    ['created_at', 'asc'],
    ['updated_at', 'desc'],
  ] as const)('pages sorted by %s %s hold every file once, in order', async (column, order) => {
    // The same time twice: the name decides.
    await sql`update storage.objects set updated_at = ${new Date(0)} where name in ${sql(listed.slice(0, 3))}`
    const sortBy = { column, order }
    const found: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const { data, error } = await files.listV2({ limit: 2, sortBy, ...(cursor && { cursor }) })
      expect(error).toBe(null)
      found.push(...(names(data?.objects) ?? []))
      expect([data?.hasNext, data?.folders]).toEqual([data?.nextCursor !== undefined, []])
      cursor = data?.nextCursor
      pages += 1
    } while (cursor)
    expect(pages).toBe(3)
    expect(found).toEqual(names((await files.list('', { sortBy })).data))
    expect(found).toHaveLength(5)
  })

  test('a page of another prefix is empty', async () => {
    expect((await files.listV2({ prefix: name.slice(0, 8) })).data?.objects).toEqual([
      expect.objectContaining({ key: name, name }),
    ])
    expect((await files.listV2({ prefix: 'zzz' })).data?.objects).toEqual([])
  })

  test.each<[what: string, path: string, body: unknown, status: number, message: RegExp]>([
    ['no limit', 'list', { limit: 0 }, 400, /^body\/limit: /],
    ['half a limit', 'list', { limit: 1.5 }, 400, /^body\/limit: /],
    ['a negative offset', 'list', { offset: -1 }, 400, /^body\/offset: /],
    ['an unknown column', 'list', { sortBy: { column: 'owner' } }, 400, /^body\/sortBy\/column: /],
    ['an unknown order', 'list', { sortBy: { column: 'name', order: 'sideways' } }, 400, /^body\/sortBy\/order: /],
    ['a zero byte', 'list', { search: 'a\0' }, 400, /^body\/search: /],
    ['versions', 'list', { noncurrentVersions: 'only' }, 400, /noncurrentVersions/],
    ['no object', 'list', [], 400, /^body: /],
    ['no JSON', 'list', undefined, 400, /^body: /],
    ['a cursor of its own', 'list-v2', { cursor: 'abc' }, 400, /cursor/],
    ['a cursor with other text', 'list-v2', { cursor: btoa('["x","y"]') }, 400, /cursor/],
    ['too much', 'list', { search: 'x'.repeat(70_000) }, 413, /too large/],
  ])('a list with %s is refused with what is wrong', async (_what, path, body, status, message) => {
    const response = await fetch(`${url}/storage/v1/object/${path}/notices`, {
      method: 'POST',
      headers: {
        apikey: keys.publishableKey,
        authorization: `Bearer ${session.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: body === undefined ? '{' : JSON.stringify(body),
    })
    const answer = await response.json()
    expect([response.status, answer.statusCode]).toEqual([status, String(status)])
    expect(answer.message).toMatch(message)
  })
})

describe('signed addresses', () => {
  const signed = async (seconds: number, file = name) =>
    (await visitor.createSignedUrl(file, seconds)).data?.signedUrl ?? ''
  const refusal = async (address: string) => {
    const response = await fetch(address)
    const { code, message } = await response.json()
    return [response.status, code, message]
  }

  test('a signed address serves the file, and browsers store it no longer than it lasts', async () => {
    const response = await fetch(await signed(60))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const [, seconds] = /^private, max-age=(\d+)$/.exec(response.headers.get('cache-control') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(Number(seconds)).toBeLessThanOrEqual(60)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })

  test('a signed address ends', async () => {
    const address = await signed(1)
    await expect
      .poll(() => refusal(address).catch(() => 'served'))
      .toEqual([401, 'InvalidJWT', '"exp" claim timestamp check failed'])
  })

  test('several addresses are signed at once, each with its own error', async () => {
    const { data } = await visitor.createSignedUrls([name, 'notice.pdf', image], 60, { download: true })
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      [name, null],
      ['notice.pdf', 'Either the object does not exist or you do not have access to it'],
      [image, null],
    ])
    const response = await fetch(data?.[2]?.signedUrl ?? '')
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="logo.png"/),
    ])
    expect(data?.[1]?.signedUrl).toBe(null)
  })

  test('a signed address serves one width of an image, and no other', async () => {
    const { data } = await visitor.createSignedUrl(image, 60, { transform: { width: 600 } })
    const response = await fetch(data?.signedUrl ?? '')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    const whole = data?.signedUrl.replace('/render/image/', '/object/') ?? ''
    expect(await refusal(whole)).toEqual([400, 'InvalidSignature', 'Invalid signature'])
    for (const transform of [{ width: 601 }, { width: 600, height: 600 }, { quality: 50 }])
      expect((await visitor.createSignedUrl(image, 60, { transform })).error).toMatchObject({ status: 400 })
    expect((await visitor.createSignedUrl(name, 60, { transform: { width: 600 } })).error).toMatchObject({
      message: 'Only images have sizes',
    })
  })

  test('a token opens no other file, and neither a session nor another token opens one', async () => {
    const address = new URL(await signed(60))
    const token = address.searchParams.get('token') ?? ''
    const other = (path: string, given: string) => `${url}/storage/v1/object/sign/notices/${path}?token=${given}`
    expect((await fetch(other(name, token))).status).toBe(200)
    expect(await refusal(other(image, token))).toEqual([400, 'InvalidSignature', 'Invalid signature'])
    expect(await refusal(other(name, `${token.slice(0, -3)}abc`))).toEqual([
      401,
      'InvalidJWT',
      'signature verification failed',
    ])
    expect(await refusal(other(name, 'a.b'))).toEqual([401, 'InvalidJWT', 'Invalid Compact JWS'])
    expect(await refusal(other(name, session.session?.access_token ?? ''))).toEqual([
      401,
      'InvalidJWT',
      expect.any(String),
    ])
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = `${encoded({ alg: 'HS256' })}.${encoded({ url: `notices/${name}`, exp: Date.now() })}`
    const forged = `${claims}.${createHmac('sha256', keys.jwtSecret).update(claims).digest('base64url')}`
    expect((await refusal(other(name, forged)))[1]).toBe('InvalidJWT')
    expect(await refusal(`${url}/storage/v1/object/sign/notices/${name}`)).toEqual([
      400,
      'InvalidRequest',
      "querystring must have required property 'token'",
    ])
  })

  test('a token of a file is no session', async () => {
    const token = new URL(await signed(60)).searchParams.get('token')
    const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}` }
    expect((await fetch(`${url}/rest/v1/jobs?select=id`, { headers })).status).toBe(401)
    const removal = { method: 'DELETE', headers, body: JSON.stringify({ prefixes: [name] }) }
    expect((await fetch(`${url}/storage/v1/object/notices`, removal)).status).toBe(401)
  })

  test('a removed file has no signed address any more', async () => {
    const passing = await upload('passing.pdf', pdf('passing'))
    const address = await signed(60, passing)
    await files.remove([passing])
    expect(await refusal(address)).toEqual([404, 'NoSuchKey', 'Object not found'])
    expect((await visitor.createSignedUrl(passing, 60)).error).toMatchObject({ code: 'NoSuchKey' })
  })

  test.each([0, -1, 1.5])('%s seconds are refused', async (seconds) => {
    expect((await visitor.createSignedUrl(name, seconds)).error).toMatchObject({ status: 400, code: 'InvalidRequest' })
    expect((await visitor.createSignedUrls([name], seconds)).error).toMatchObject({ status: 400 })
  })

  test('signing needs a key, and takes 100 names at most', async () => {
    const path = `${url}/storage/v1/object/sign/notices/${name}`
    expect((await fetch(path, { method: 'POST', body: '{"expiresIn":60}' })).status).toBe(401)
    expect((await visitor.createSignedUrls(Array<string>(101).fill(name), 60)).error).toMatchObject({ status: 400 })
    expect((await visitor.createSignedUrls([], 60)).error).toMatchObject({ status: 400 })
  })
})
