import { expect, test } from 'vitest'
import { createBackendClient } from '#app/data/backend-client.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { FIXTURE_PAGES } from '#server/fixture-pages.ts'
import { syndicationRoutes } from './routes.ts'

const site = { name: 'Suchana', url: 'https://suchana.example' }

function routesOn(answer: () => Promise<Response>) {
  const questions: string[] = []
  const fetch = (input: RequestInfo | URL) => {
    questions.push(String(input instanceof Request ? input.url : input))
    return answer()
  }
  const routes = syndicationRoutes(createBackendClient({ url: site.url, key: 'public', fetch }), site, FIXTURE_PAGES)
  return { routes: new Map(routes), questions }
}
const get = (path: string) => new Request(site.url + path)

test('every list has two feeds, every folder of pages has calendars', () => {
  const { routes } = routesOn(() => Promise.reject(new Error('not asked')))
  const lists = ['', ...CONTENT_KINDS.map(({ listPath }) => listPath)]
  const folders = CONTENT_KINDS.flatMap(({ detailFolder, otherFolders }) => [detailFolder, ...otherFolders])
  expect([...routes.keys()].sort()).toEqual(
    [
      '/robots.txt',
      '/sitemap.xml',
      '/sitemaps/:name',
      ...lists.flatMap((list) => [`${list}/rss.xml`, `${list}/atom.xml`]),
      ...['/recruitments', ...folders].map((folder) => `${folder}/:slug/calendar.ics`),
    ].sort(),
  )
})

const asked = [
  ['/sitemap.xml', '/sitemap.xml'],
  ['/sitemaps/:name', '/sitemaps/pages.xml'],
  ['/sitemaps/:name', '/sitemaps/jobs-1.xml'],
  ['/rss.xml', '/rss.xml'],
  ['/jobs/atom.xml', '/jobs/atom.xml'],
  ['/jobs/:slug/calendar.ics', '/jobs/ssc-cgl/calendar.ics'],
  ['/recruitments/:slug/calendar.ics', '/recruitments/ssc-cgl/calendar.ics'],
] as const
const failures: [what: string, answer: () => Promise<Response>][] = [
  ['is away', () => Promise.resolve(Response.json({ code: 'PGRST001', message: 'away' }, { status: 503 }))],
  ['takes too long', () => Promise.resolve(Response.json({ code: '57014', message: 'late' }, { status: 500 }))],
  ['cannot be asked', () => Promise.reject(new Error('no network'))],
  ['answers something else', () => Promise.resolve(Response.json('nonsense'))],
]

test.each(failures)('come back later when the database %s', async (_what, answer) => {
  for (const [route, path] of asked) {
    const { routes, questions } = routesOn(answer)
    const response = await routes.get(route)?.(get(path))
    expect([path, response?.status, response?.headers.get('retry-after')]).toEqual([path, 503, '30'])
    expect([path, questions.length]).toEqual([path, 1])
  }
})

test('the sitemap has home, the lists, and the pages that ask to be in it, each once', async () => {
  const { routes } = routesOn(() => Promise.resolve(Response.json({ jobs: '2026-11-21T04:05:00+00:00' })))
  const xml = await (await routes.get('/sitemaps/:name')?.(get('/sitemaps/pages.xml')))?.text()
  const paths = Array.from(xml?.matchAll(/<loc>https:\/\/suchana\.example(.*?)<\/loc>/g) ?? [], ([, path]) => path)
  const lists = CONTENT_KINDS.map(({ listPath }) => listPath)
  expect(paths).toEqual(['/', ...lists, '/search', '/contact', '/notifications'])
})

test('robots.txt needs no database', async () => {
  const { routes } = routesOn(failures[0]![1])
  expect((await routes.get('/robots.txt')?.(get('/robots.txt')))?.status).toBe(200)
})
