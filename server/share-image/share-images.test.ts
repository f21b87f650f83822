import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createBackendClient } from '#app/data/backend-client.ts'
import { drawShareImage } from './draw-share-image.ts'
import type { ShareCard } from './share-card.ts'
import { createShareImages } from './share-images.ts'

const site = {
  name: 'Suchana',
  url: 'https://suchana.example',
  host: 'suchana.example',
  contactEmail: 'contact@suchana.example',
  whatsappUrl: null,
  telegramUrl: null,
  publishableKey: 'public',
  vapidPublicKey: 'public',
  contactInbox: false,
  sendsMail: false,
  linkChecks: false,
  scriptUrls: [],
  adScriptUrl: null,
}
const card: ShareCard = {
  siteName: 'Suchana',
  host: 'suchana.example',
  kicker: 'Results',
  title: 'Result',
  subtitle: '',
  facts: [],
}

function imagesOf(notice: Record<string, unknown> | { moved_to?: string; gone?: true } | null, now = '2026-11-20') {
  const drawn: ShareCard[] = []
  const record = notice && 'title' in notice ? { notice, siblings: [], recruitment: null } : (notice ?? {})
  const backend = createBackendClient({
    url: site.url,
    key: 'public',
    fetch: () => Promise.resolve(Response.json(record)),
  })
  const draw = (shown: ShareCard) => Promise.resolve(Buffer.from(String(drawn.push(shown))))
  const clock = () => Date.parse(`${now}T06:00:00Z`)
  return { handle: createShareImages({ backend, site, clock, draw }), drawn }
}

const job = {
  id: 1,
  slug: 'ssc-cgl',
  title: 'SSC CGL',
  status: 'Start',
  created_at: '2026-11-01T00:00:00Z',
  posted_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  apply_start_date: '2026-11-02',
  apply_end_date: '2026-11-20',
  apply_link: 'https://ssc.gov.in',
  total_posts: 1234,
  organization: { name: 'SSC', slug: 'ssc', website_url: null, logo_url: null },
  category: null,
}
const get = (path: string, headers = {}) => new Request(site.url + path, { headers })

test('a share image shows title, organization, state, last date with days left and vacancies, and is drawn once', async () => {
  const { handle, drawn } = imagesOf(job)
  const [first, second] = await Promise.all([
    handle(get('/share/jobs/ssc-cgl.png')),
    handle(get('/share/jobs/ssc-cgl.png')),
  ])
  expect(first.status).toBe(200)
  expect(await first.text()).toBe(await second.text())
  expect(drawn).toHaveLength(1)
  expect(drawn[0]).toMatchObject({
    kicker: 'Latest Jobs · Applications open',
    title: 'SSC CGL',
    subtitle: 'SSC',
    facts: [
      { label: 'Last date', value: '20-11-2026', note: 'today' },
      { label: 'Vacancies', value: '1,234', note: '' },
    ],
  })
})

test.each([
  [304, 'its tag', (etag: string) => etag],
  [304, 'its tag as a weak one', (etag: string) => `W/${etag}`],
  [304, 'several tags', (etag: string) => `"other", ${etag}`],
  [304, 'any tag', () => '*'],
  [200, 'another tag', () => '"other"'],
])('a share image responds with %i to If-None-Match with %s', async (status, _what, condition) => {
  const { handle } = imagesOf(job)
  const etag = (await handle(get('/share/jobs/ssc-cgl.png'))).headers.get('etag') ?? ''
  const again = await handle(get('/share/jobs/ssc-cgl.png', { 'if-none-match': condition(etag) }))
  expect([again.status, again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
    status,
    etag,
    'no-cache',
  ])
})

test('a share image responds with 503 while 40 others are drawn or wait, and is drawn afterwards', async () => {
  const drawings: (() => void)[] = []
  const draw = () => new Promise<Buffer>((resolve) => drawings.push(() => resolve(Buffer.from('image'))))
  let slug = ''
  const backend = createBackendClient({
    url: site.url,
    key: 'public',
    fetch: () => Promise.resolve(Response.json({ notice: { ...job, title: slug }, siblings: [], recruitment: null })),
  })
  const handle = createShareImages({ backend, site, clock: () => Date.parse('2026-11-20T06:00:00Z'), draw })
  const request = async (title: string) => {
    slug = title
    return handle(get(`/share/jobs/${title}.png`))
  }
  const accepted = []
  for (let index = 0; index < 40; index += 1) {
    accepted.push(request(`notice-${index}`))
    await new Promise(setImmediate)
  }
  const busy = await request('one-more')
  expect([busy.status, busy.headers.get('retry-after'), drawings.length]).toEqual([503, '10', 1])
  const drawing = setInterval(() => drawings.shift()?.(), 1)
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(Array(40).fill(200))
  expect((await request('one-more')).status).toBe(200)
  clearInterval(drawing)
})

test('a share image changes with the Indian day', async () => {
  const { handle, drawn } = imagesOf(job, '2026-11-21')
  await handle(get('/share/jobs/ssc-cgl.png'))
  expect(drawn[0]).toMatchObject({
    kicker: 'Latest Jobs · Applications Closed',
    facts: [{ value: '20-11-2026', note: 'yesterday' }, {}],
  })
})

test.each([
  ['/share/jobs/none.png', null, 404, null],
  ['/share/nothing/ssc-cgl.png', job, 404, null],
  ['/share/jobs/%E0%A4%A.png', job, 404, null],
  ['/share/jobs/gone.png', { gone: true as const }, 410, null],
  ['/share/jobs/old.png', { moved_to: 'new' }, 301, '/share/jobs/new.png'],
  ['/share/jobs/old.txt', { moved_to: 'new' }, 301, '/share/jobs/new.txt'],
  ['/share/jobs/gone.txt', { gone: true as const }, 410, null],
  ['/share/jobs/none.txt', null, 404, null],
  ['/share/site.txt', job, 404, null],
  ['/share/jobs/ssc-cgl.gif', job, 404, null],
])('a request for %s gets the status and location that match the record', async (path, notice, status, location) => {
  const response = await imagesOf(notice).handle(get(path))
  expect(response.status).toBe(status)
  expect(response.headers.get('location')).toBe(location)
})

test.each([
  '',
  '\u200b\u202e',
  'x',
  '<b>&</b>',
  'यूपी पुलिस कांस्टेबल',
  '👩‍🚀 '.repeat(200),
  `a${'\u0000\u202e'}b`,
  'W'.repeat(5_000),
])('drawShareImage returns a PNG of 1200 by 630 pixels for any title, case %#', async (title) => {
  const { width, height, format } = await sharp(await drawShareImage({ ...card, title })).metadata()
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' })
})

test('the text for groups is plain text that browsers request each time, and draws no image', async () => {
  const { handle, drawn } = imagesOf(job)
  const response = await handle(get('/share/jobs/ssc-cgl.txt'))
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toMatch(/^\*SSC CGL\*\nSSC\n.*https:\/\/suchana\.example\/jobs\/ssc-cgl$/s)
  expect(drawn).toEqual([])
})

test('drawShareImage draws three facts with texts of any length', async () => {
  const fact = { label: 'Last date', value: '20-11-2026 '.repeat(9), note: 'आज '.repeat(60) }
  const { width, height } = await sharp(await drawShareImage({ ...card, facts: [fact, fact, fact] })).metadata()
  expect([width, height]).toEqual([1200, 630])
})

test('drawShareImage joins Devanagari letters: a conjunct has less ink than its separate letters, a missing glyph would have more', async () => {
  const ink = async (kicker: string) => {
    const image = sharp(await drawShareImage({ ...card, kicker })).extract({
      left: 72,
      top: 52,
      width: 1056,
      height: 52,
    })
    return (await image.greyscale().stats()).channels[0]?.mean ?? 0
  }
  expect(await ink('क्ष'.repeat(9))).toBeLessThan(await ink('कष'.repeat(9)))
})
