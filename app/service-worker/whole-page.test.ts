import { beforeEach, expect, test } from 'vitest'
import { fromNetwork, ORIGIN, pageOf, startFakeWorker } from '#test/fakes/service-worker.ts'
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

async function cacheOfflineDocument(): Promise<void> {
  const cache = await browser.caches.open('shell this build')
  const html =
    '<!DOCTYPE html><html lang="en-IN" data-build="b1"><head><style>.shared{}</style><style data-sheet="offline">.o{}</style>' +
    '<title>Offline | Suchana</title></head><body><header>Menu</header><main id="main" data-sheet="offline">Offline</main>' +
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
