import { beforeEach, expect, test } from 'vitest'
import { FakeFetchEvent, fromNetwork, ORIGIN, pageOf, startFakeWorker } from '#test/fakes/service-worker.ts'
import { respondWithPage } from './page-response.ts'
import { savedPage, updateSavedPage } from './saved-pages.ts'

let browser: ReturnType<typeof startFakeWorker>

beforeEach(() => {
  browser = startFakeWorker()
})

const URL_OF_PAGE = `${ORIGIN}/jobs/a`

const partOf = (build: string) =>
  `<!DOCTYPE html><html lang="en-IN" data-build="${build}" data-part><head><style data-sheet="notice">.notice{}</style>` +
  '<title>Price $1 | Suchana</title></head><body><main id="main" data-sheet="notice">A notice</main></body></html>'

const response = (html: string) =>
  fromNetwork(html, {
    headers: {
      'content-type': 'text/html',
      'x-suchana': 'page',
      'content-length': '5',
      date: new Date().toUTCString(),
    },
  })

async function cacheOfflineDocument(version = 'this build', menu = 'Menu', build = 'b1'): Promise<void> {
  const cache = await browser.caches.open(`shell ${version}`)
  const html =
    `<!DOCTYPE html><html lang="en-IN" data-build="${build}"><head><style>.shared{}</style><style data-sheet="offline">.o{}</style>` +
    `<title>Offline | Suchana</title></head><body><header>${menu}</header><main id="main" data-sheet="offline">Offline</main>` +
    '<footer>Contact</footer></body></html>'
  await cache.put('/offline', response(html))
}

test('the part of a page is saved as a whole document', async () => {
  await cacheOfflineDocument()
  expect(await updateSavedPage(URL_OF_PAGE, response(partOf('b1')))).toBe(true)
  const copy = await savedPage(URL_OF_PAGE)
  expect(copy?.headers.get('content-length')).toBeNull()
  expect(copy?.headers.get('x-suchana')).toBe('page')
  expect(await copy?.text()).toBe(
    '<!DOCTYPE html><html lang="en-IN" data-build="b1"><head><style>.shared{}</style><style data-sheet="notice">.notice{}</style>' +
      '<title>Price $1 | Suchana</title></head><body><header>Menu</header><main id="main" data-sheet="notice">A notice</main>' +
      '<footer>Contact</footer></body></html>',
  )
})

test.each([
  ['of the same scripts and styles gets', 'b1', 'New menu'],
  ['of other scripts and styles does not get', 'b2', 'Menu'],
])('a page %s the header of a version that waits to take over', async (_which, build, menu) => {
  await cacheOfflineDocument()
  await cacheOfflineDocument('next build', 'New menu', build)
  await updateSavedPage(URL_OF_PAGE, response(partOf('b1')))
  expect(await (await savedPage(URL_OF_PAGE))?.text()).toContain(
    `<header>${menu}</header><main id="main" data-sheet="notice">`,
  )
})

test('a saved copy with an earlier header is shown with the newest one, below which the mark stands', async () => {
  await cacheOfflineDocument('earlier build', 'Old menu')
  await updateSavedPage(URL_OF_PAGE, response(partOf('b1')))
  await cacheOfflineDocument()
  const event = new FakeFetchEvent('/jobs/a')
  respondWithPage(event.asEvent, true)
  expect(await (await event.response)?.text()).toMatch(
    /<header>Menu<\/header><main [^>]*><p class="saved-copy"[^>]*>[^<]+<\/p>A notice<\/main><footer>/,
  )
})

test('a saved copy with the newest header stays as it is, with the marked link of its menu', async () => {
  await cacheOfflineDocument('this build', 'Menu <a href="/jobs">Jobs</a>')
  const whole = partOf('b1')
    .replace(' data-part', '')
    .replace('<main', '<header>Menu <a href="/jobs" aria-current="page">Jobs</a></header><main')
    .replace('</body>', '<footer>Contact</footer></body>')
  await updateSavedPage(URL_OF_PAGE, response(whole))
  const event = new FakeFetchEvent('/jobs/a')
  respondWithPage(event.asEvent, true)
  expect(await (await event.response)?.text()).toContain('<a href="/jobs" aria-current="page">Jobs</a></header><main')
})

test('a saved copy of other scripts and styles keeps its header', async () => {
  const whole = partOf('b0').replace(' data-part', '').replace('<main', '<header>Old menu</header><main')
  await updateSavedPage(URL_OF_PAGE, response(whole))
  await cacheOfflineDocument()
  const event = new FakeFetchEvent('/jobs/a')
  respondWithPage(event.asEvent, true)
  expect(await (await event.response)?.text()).toContain('<header>Old menu</header><main')
})

test('the part of a page of another build is not saved', async () => {
  await cacheOfflineDocument()
  expect(await updateSavedPage(URL_OF_PAGE, response(partOf('b2')))).toBe(false)
  expect(await savedPage(URL_OF_PAGE)).toBeUndefined()
})

test('the part of a page is not saved while the offline document is missing', async () => {
  expect(await updateSavedPage(URL_OF_PAGE, response(partOf('b1')))).toBe(false)
})

test('a whole document is saved unchanged', async () => {
  await cacheOfflineDocument()
  expect(await updateSavedPage(URL_OF_PAGE, pageOf('Jobs'))).toBe(true)
  expect(await (await savedPage(URL_OF_PAGE))?.text()).toBe(await pageOf('Jobs').text())
})
