import { beforeEach, describe, expect, test, vi } from 'vitest'
import { badGateway, fromNetwork, ORIGIN, pageOf, startFakeWorker } from './tests/fake-worker.ts'
import { savedPage, savedTitles, storeVisitedPage, updateSavedPage } from './saved-pages.ts'

let browser: ReturnType<typeof startFakeWorker>

beforeEach(() => {
  browser = startFakeWorker()
})

const store = (path: string, response: Response) => updateSavedPage(ORIGIN + path, response)
const saved = (path: string) => savedPage(ORIGIN + path)

describe('visited pages', () => {
  test('are stored up to sixty, and the oldest is deleted first', async () => {
    for (let page = 0; page < 63; page++) await store(`/jobs/${page}`, pageOf(`Job ${page}`))
    expect(browser.caches.all.get('pages')?.entries.size).toBe(60)
    expect(await saved('/jobs/2')).toBeUndefined()
    expect(await saved('/jobs/3')).toBeDefined()
  })

  test('are listed with their titles, the last stored first', async () => {
    for (const page of ['a', 'b', 'a']) await store(`/jobs/${page}?x=1`, pageOf(`Job ${page}`))
    expect(await savedTitles()).toEqual([
      { path: '/jobs/a?x=1', title: 'Job a' },
      { path: '/jobs/b?x=1', title: 'Job b' },
    ])
  })

  test('can still be read after they were stored', async () => {
    const response = pageOf('Jobs')
    expect(await store('/jobs', response)).toBe(true)
    expect(await response.text()).toContain('Jobs')
  })

  test.each([
    ['a page that does not exist', pageOf('Home', { status: 404 })],
    ['a failure of the server', pageOf('Home', { status: 503 })],
    ['a failure of a proxy', badGateway()],
    ['a feed', pageOf('x', { type: 'application/xml' })],
    ['a saved copy', pageOf('x', { headers: { 'x-saved-at': '2026-11-22T01:32:00.000Z' } })],
    ['a page that does not say how old it is', pageOf('x', { date: null })],
    ['an answer of another site', new Response('x', { headers: pageOf('x').headers })],
    ['a redirected answer', Object.defineProperty(pageOf('x'), 'redirected', { value: true })],
  ])('%s is not stored', async (_what, response) => {
    expect(await store('/x', response)).toBe(false)
    expect(await saved('/x')).toBeUndefined()
  })

  test.each([404, 410])('that are gone are deleted: status %i', async (status) => {
    await store('/jobs/x', pageOf('Job x'))
    expect(await store('/jobs/x', fromNetwork('No such path', { status }))).toBe(false)
    expect(await saved('/jobs/x'), 'a proxy does not know').toBeDefined()
    expect(await store('/jobs/x', pageOf('Home', { status }))).toBe(true)
    expect(await saved('/jobs/x')).toBeUndefined()
  })

  test('are answered although the device has no capacity for them', async () => {
    vi.spyOn(console, 'info').mockReturnValue()
    const cache = await browser.caches.open('pages')
    cache.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    expect(await store('/jobs', pageOf('Jobs'))).toBe(false)
  })
})

describe('a page that the worker has not answered', () => {
  beforeEach(() => void browser.fetch.mockImplementation(() => Promise.resolve(pageOf('Jobs'))))

  test('is fetched and stored, unless its copy is fresh', async () => {
    await storeVisitedPage('/jobs#main')
    await storeVisitedPage('/jobs')
    expect(browser.fetch).toHaveBeenCalledOnce()
    expect(await savedTitles()).toEqual([{ path: '/jobs', title: 'Jobs' }])
    await store('/jobs', pageOf('Jobs', { date: new Date(Date.now() - 700_000) }))
    await storeVisitedPage('/jobs')
    expect(browser.fetch).toHaveBeenCalledTimes(2)
  })

  test.each(['/admin/jobs', '/unknown', 'https://elsewhere.example/jobs'])('%s is none', async (path) => {
    await storeVisitedPage(path)
    expect(browser.fetch).not.toHaveBeenCalled()
  })

  test('is not fetched for visitors who save data', async () => {
    browser.navigator.connection = { saveData: true }
    await storeVisitedPage('/jobs')
    expect(browser.fetch).not.toHaveBeenCalled()
  })
})
