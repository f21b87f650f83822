import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { pdf, png } from './files.ts'
import { clientOf, newAccount, openDatabase, portals, signIn } from './portals.ts'

const upload = 'POST /storage/v1/object/notices'
const script = '<!doctype html><script>alert(1)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const type = (name: string) => ({ 'content-type': name })

describe.each(portals)('files of the portal with its $mode database', async (portal) => {
  const sql = openDatabase(portal)
  const { send: asAdmin } = await signIn(portal)
  const countOf = async (name: string) =>
    (await sql`select from storage.objects where user_metadata ->> 'fileName' like ${`${name}%`}`).length

  test('S30: neither visitors nor accounts without the role upload, replace, remove or list files', async () => {
    const { Key } = (await asAdmin(`${upload}/a.pdf`, pdf(), type('application/pdf'))).json
    const name = Key.replace('notices/', '')
    const reader = await signIn(portal, await newAccount(sql, portal, 'user'))
    for (const send of [clientOf(portal), reader.send]) {
      const answers = await Promise.all([
        send(`${upload}/s30.pdf`, pdf(), type('application/pdf')),
        send(`PUT /storage/v1/object/notices/${name}`, pdf(), type('application/pdf')),
        send('DELETE /storage/v1/object/notices', { prefixes: [name] }),
        send('POST /storage/v1/object/list/notices', { prefix: '' }),
        send('POST /storage/v1/object/list-v2/notices', {}),
        send('GET /storage/v1/bucket'),
      ])
      for (const { status } of answers) expect(status).toBeOneOf([401, 403])
    }
    expect((await clientOf(portal)(`GET /storage/v1/object/public/${Key}`)).status).toBe(200)
  })

  test.each<[what: string, name: string, bytes: Uint8Array | string, contentType: string, status: number]>([
    ['a drawing with a script', 'logo.svg', svg, 'image/svg+xml', 415],
    ['a drawing called PNG', 'logo.png', svg, 'image/png', 415],
    ['a page', 'notice.html', script, 'text/html', 415],
    ['a page called PNG', 'logo.png', script, 'image/png', 415],
    [
      'a page with the first bytes of a PNG',
      'logo.png',
      Buffer.concat([png.subarray(0, 8), Buffer.from(script)]),
      'image/png',
      415,
    ],
    ['an archive', 'notice.zip', 'PK\x05\x06' + '\0'.repeat(18), 'application/zip', 415],
    [
      'an archive behind a PDF',
      'a.pdf',
      Buffer.concat([pdf(), Buffer.from('PK\x05\x06' + '\0'.repeat(18))]),
      'application/pdf',
      415,
    ],
    ['a path', '..%2f..%2fsecrets.json', pdf(), 'application/pdf', 400],
    ['a line break', 'a%0d%0aX-Evil:%201.pdf', pdf(), 'application/pdf', 400],
  ])('S30: an admin cannot upload %s', async (_what, name, bytes, contentType, status) => {
    const before = await countOf(name)
    expect((await asAdmin(`${upload}/${name}`, bytes, type(contentType))).status).toBe(status)
    expect(await countOf(name)).toBe(before)
  })

  test.each([10 * 1024 * 1024 + 1, 1_000_000_000])(
    'S30: an upload of %i bytes is refused before it is sent',
    async (size) => {
      const { accessToken } = await signIn(portal)
      const status = await new Promise((resolve, reject) => {
        const headers = {
          apikey: portal.publishableKey,
          authorization: `Bearer ${accessToken}`,
          'content-length': size,
        }
        const sending = request(
          `${portal.url}/storage/v1/object/notices/a.pdf`,
          { method: 'POST', headers },
          (response) => {
            resolve(response.statusCode)
            sending.destroy()
          },
        )
        sending.on('error', reject)
        sending.write('%PDF-1.7')
      })
      expect(status).toBe(413)
    },
  )

  test('S30: an uploaded file is served in a sandbox, without its hidden parts', async () => {
    const hidden = Buffer.concat([png, Buffer.from(script)])
    for (const [name, bytes, contentType, disposition] of [
      ['<img src=x>.pdf', pdf(), 'application/pdf', /^attachment/],
      ['logo.png', hidden, 'image/png', /^inline|^$/],
    ] as const) {
      const { json } = await asAdmin(`${upload}/${encodeURIComponent(name)}`, bytes, type(contentType))
      const { status, headers, text } = await clientOf(portal)(`GET /storage/v1/object/public/${json.Key}`)
      expect([status, headers.get('content-type')]).toEqual([200, contentType])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('content-disposition') ?? '').toMatch(disposition)
      expect(text).not.toContain('<script')
    }
  })

  test.each(['../secrets.json', '..%2fsecrets.json', '%2e%2e/secrets.json', '..%5csecrets.json'])(
    'S30: %s is not the address of a file',
    async (name) => {
      for (const folder of ['object/public/notices/', 'object/notices/', 'render/image/public/notices/']) {
        const { status, text } = await asAdmin(`GET /storage/v1/${folder}${name}?width=300`)
        expect([folder, status]).toEqual([folder, 404])
        expect(text).not.toContain('jwtSecret')
      }
    },
  )
})
