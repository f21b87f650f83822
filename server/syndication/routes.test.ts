import { expect, test, vi } from 'vitest'
import { createBackendClient } from '#app/data/backend-client.ts'
import { admissions } from '#domain/content/kinds/admissions.ts'
import { filterPaths, listPaths } from '#domain/content/list-address.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { FIXTURE_PAGES } from '#test/fakes/pages.ts'
import { syndicationRoutes } from './routes.ts'

const site = { name: 'Suchana', url: 'https://suchana.example' }

function routesOn(respond: (url: string) => Promise<Response>) {
  const requests: string[] = []
  const fetch = (input: RequestInfo | URL) => {
    const url = String(input instanceof Request ? input.url : input)
    requests.push(url)
    return respond(url)
  }
  const routes = syndicationRoutes(createBackendClient({ url: site.url, key: 'public', fetch }), site, FIXTURE_PAGES)
  return { routes: new Map(routes), requests }
}
const get = (path: string) => new Request(site.url + path)

test('syndicationRoutes has two feeds for every list and calendars for every folder', () => {
  const { routes } = routesOn(() => Promise.reject(new Error('unexpected request')))
  const lists = ['', ...CONTENT_KINDS.map(({ listPath }) => listPath)]
  const folders = CONTENT_KINDS.flatMap(({ detailFolder, otherFolders }) => [detailFolder, ...otherFolders])
  expect([...routes.keys()].sort()).toEqual(
    [
      '/calendar.ics',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemaps/:name',
      ...lists.flatMap((list) => [`${list}/rss.xml`, `${list}/atom.xml`]),
      ...CONTENT_KINDS.filter(({ filters }) => filters).flatMap((kind) => {
        const [list, ...filters] = listPaths(kind)
        const files = filters.flatMap((path) =>
          ['rss.xml', 'atom.xml', 'calendar.ics'].map((file) => `${path}/${file}`),
        )
        return [`${list}/calendar.ics`, ...files]
      }),
      ...['/recruitments', ...folders].map((folder) => `${folder}/:slug/calendar.ics`),
    ].sort(),
  )
})

/** The addresses with filters are read beside the sitemap. */
// Pages and filters that find something, or notices and corrected ones, are read side by side.
const twice = ['/sitemap.xml', '/sitemaps/pages.xml', '/rss.xml', '/jobs/atom.xml', '/jobs/rss.xml?state=goa&fee=free']
const examples = [
  ['/sitemap.xml', '/sitemap.xml'],
  ['/sitemaps/:name', '/sitemaps/pages.xml'],
  ['/sitemaps/:name', '/sitemaps/jobs-1.xml'],
  ['/rss.xml', '/rss.xml'],
  ['/jobs/atom.xml', '/jobs/atom.xml'],
  ['/jobs/rss.xml', '/jobs/rss.xml?state=goa&fee=free'],
  ['/jobs/calendar.ics', '/jobs/calendar.ics'],
  ['/jobs/:slug/calendar.ics', '/jobs/ssc-cgl/calendar.ics'],
  ['/calendar.ics', '/calendar.ics?type=exam'],
  ['/recruitments/:slug/calendar.ics', '/recruitments/ssc-cgl/calendar.ics'],
] as const
const failures: [what: string, respond: () => Promise<Response>][] = [
  ['is unavailable', () => Promise.resolve(Response.json({ code: 'PGRST001', message: 'away' }, { status: 503 }))],
  ['takes too long', () => Promise.resolve(Response.json({ code: '57014', message: 'late' }, { status: 500 }))],
  ['cannot be reached', () => Promise.reject(new Error('no network'))],
  ['sends an unexpected response', () => Promise.resolve(Response.json('nonsense'))],
]

test.each(failures)('all routes respond with 503 and retry-after when the database %s', async (_what, respond) => {
  const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (const [route, path] of examples) {
    const { routes, requests } = routesOn(respond)
    const response = await routes.get(route)?.(get(path))
    expect([path, response?.status, response?.headers.get('retry-after')]).toEqual([path, 503, '30'])
    expect([path, requests.length]).toEqual([path, twice.includes(path) ? 2 : 1])
  }
  // A cause is logged once a minute, however many documents it concerns.
  const causes = logged.mock.calls.map(
    ([line]) => (JSON.parse(String(line)) as { error: { message: string } }).error.message,
  )
  expect(causes.length).toBeGreaterThan(0)
  expect(causes).toHaveLength(new Set(causes).size)
  logged.mockRestore()
})

test('the sitemap of pages lists home, the lists, single filters that find something and pages with the sitemap option, each once', async () => {
  const finding = {
    jobs: { qualification: ['10th'], state: ['goa'] },
    admissions: { state: ['all-india'], closing: ['week'] },
  }
  const { routes } = routesOn((url) =>
    Promise.resolve(Response.json(url.includes('filters_that_find') ? finding : { jobs: '2026-11-21T04:05:00+00:00' })),
  )
  const xml = await (await routes.get('/sitemaps/:name')?.(get('/sitemaps/pages.xml')))?.text()
  const paths = Array.from(xml?.matchAll(/<loc>https:\/\/suchana\.example(.*?)<\/loc>/g) ?? [], ([, path]) => path)
  const lists = CONTENT_KINDS.map(({ listPath }) => listPath)
  // What is offered in all India is found in every state.
  const states = filterPaths(admissions).flatMap(({ path, filters }) => (filters.state ? [path] : []))
  expect(states).toContain('/admission/in/jammu-and-kashmir')
  const filtered = ['/jobs/10th-pass', '/jobs/in/goa', '/admission/closing-soon', ...states]
  expect(paths).toEqual(['/', ...lists, ...filtered, '/search', '/contact', '/notifications'])
})

test('the files of a list by organization have its name, and are missing when there is no such organization', async () => {
  const files = {
    'rss.xml': 'Latest Jobs: Board of Goa (BG), No fee | Suchana',
    'calendar.ics': 'NAME:Latest Jobs: Board',
  }
  for (const [file, title] of Object.entries(files)) {
    const request = async (organization: string | null) => {
      const { routes } = routesOn((url) =>
        Promise.resolve(Response.json(url.includes('filtered_facts') ? { notices: [], organization } : [])),
      )
      return routes.get(`/jobs/${file}`)?.(get(`/jobs/${file}?organization=board&fee=free`))
    }
    const found = await request('Board of Goa (BG)')
    expect([file, found?.status]).toEqual([file, 200])
    expect(await found?.text()).toContain(title)
    const absent = await request(null)
    expect([file, absent?.status]).toEqual([file, 404])
  }
})

test('robots.txt is served without the database', async () => {
  const { routes } = routesOn(failures[0]![1])
  expect((await routes.get('/robots.txt')?.(get('/robots.txt')))?.status).toBe(200)
})
