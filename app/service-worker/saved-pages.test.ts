import { beforeEach, describe, expect, test, vi } from 'vitest'
import { badGateway, fromNetwork, ORIGIN, pageOf, startFakeWorker } from '#test/fakes/service-worker.ts'
import { savedPage, savedTitles, storeVisitedPage, updateSavedPage } from './saved-pages.ts'

let browser: ReturnType<typeof startFakeWorker>

beforeEach(() => {
  browser = startFakeWorker()
})

const store = (path: string, response: Response) => updateSavedPage(ORIGIN + path, response)
const saved = (path: string) => savedPage(ORIGIN + path)

describe('visited pages', () => {
  test('visited pages are saved up to a limit of sixty, beyond which the oldest is deleted', async () => {
    for (let page = 0; page < 63; page++) await store(`/jobs/${page}`, pageOf(`Job ${page}`))
    expect(browser.caches.all.get('pages')?.entries.size).toBe(60)
    expect(await saved('/jobs/2')).toBeUndefined()
    expect(await saved('/jobs/3')).toBeDefined()
  })

  test('visited pages are listed with their titles, the last saved first', async () => {
    for (const page of ['a', 'b', 'a']) await store(`/jobs/${page}?x=1`, pageOf(`Job ${page}`))
    expect(await savedTitles()).toEqual([
      { path: '/jobs/a?x=1', title: 'Job a' },
      { path: '/jobs/b?x=1', title: 'Job b' },
    ])
  })

  test('only the name of the site is taken from a title, not a part of it that looks like one', async () => {
    const html = '<html data-site="Suchana"><title>BPSC | बिहार शिक्षक</title>'
    await store('/jobs/a', pageOf('BPSC | बिहार शिक्षक'))
    await store('/jobs/b', fromNetwork(html, { headers: pageOf('').headers }))
    expect((await savedTitles()).map(({ title }) => title)).toEqual(['BPSC | बिहार शिक्षक', 'BPSC | बिहार शिक्षक'])
  })

  test('visited pages are saved without the time of the server, which they would name wrongly later', async () => {
    await store('/jobs', pageOf('Jobs', { headers: { 'server-timing': 'open-pages;dur=1, now;dur=1795883497869' } }))
    const headers = (await saved('/jobs'))?.headers
    expect(headers?.get('date')).not.toBeNull()
    expect(headers?.get('server-timing')).toBeNull()
  })

  test('visited pages still have a readable body after they were saved', async () => {
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
    ['a page without a date', pageOf('x', { date: null })],
    ['a response of another site', new Response('x', { headers: pageOf('x').headers })],
    ['a redirected response', Object.defineProperty(pageOf('x'), 'redirected', { value: true })],
  ])('%s is not saved', async (_what, response) => {
    expect(await store('/x', response)).toBe(false)
    expect(await saved('/x')).toBeUndefined()
  })

  test.each([404, 410])('visited pages are deleted when the server responds with status %i', async (status) => {
    await store('/jobs/x', pageOf('Job x'))
    expect(await store('/jobs/x', fromNetwork('No such path', { status }))).toBe(false)
    expect(await saved('/jobs/x'), 'a 404 of a proxy deletes nothing').toBeDefined()
    expect(await store('/jobs/x', pageOf('Home', { status }))).toBe(true)
    expect(await saved('/jobs/x')).toBeUndefined()
  })

  test('visited pages are passed on unsaved when the storage of the device is full', async () => {
    vi.spyOn(console, 'info').mockReturnValue()
    const cache = await browser.caches.open('pages')
    cache.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    expect(await store('/jobs', pageOf('Jobs'))).toBe(false)
  })
})

describe('a visited page that bypassed the worker', () => {
  beforeEach(() => void browser.fetch.mockImplementation(() => Promise.resolve(pageOf('Jobs'))))

  test('a visited page that bypassed the worker is fetched and saved, unless its copy is fresh', async () => {
    await storeVisitedPage('/jobs#main')
    await storeVisitedPage('/jobs')
    expect(browser.fetch).toHaveBeenCalledOnce()
    expect(await savedTitles()).toEqual([{ path: '/jobs', title: 'Jobs' }])
    vi.useFakeTimers({ now: Date.now() + 700_000, toFake: ['Date'] })
    await storeVisitedPage('/jobs')
    expect(browser.fetch).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })

  test.each([
    ['ahead', 3],
    ['behind', -3],
  ])(
    'a visited page that bypassed the worker is saved when its copy is old, on a phone whose clock is days %s',
    async (_what, days) => {
      const now = Date.parse('2026-11-22T04:00:00Z')
      vi.useFakeTimers({ now: now + days * 86_400_000, toFake: ['Date'] })
      await store('/jobs', pageOf('Jobs', { date: new Date(now) }))
      await storeVisitedPage('/jobs')
      expect(browser.fetch).not.toHaveBeenCalled()
      vi.setSystemTime(Date.now() + 700_000)
      await storeVisitedPage('/jobs')
      expect(browser.fetch).toHaveBeenCalledOnce()
      vi.setSystemTime(now)
      await storeVisitedPage('/jobs')
      expect(browser.fetch, 'the clock has been corrected').toHaveBeenCalledTimes(2)
      vi.useRealTimers()
    },
  )

  test.each(['/admin/jobs', '/unknown', 'https://elsewhere.example/jobs'])(
    'a visited page that bypassed the worker is not fetched when it is %s',
    async (path) => {
      await storeVisitedPage(path)
      expect(browser.fetch).not.toHaveBeenCalled()
    },
  )

  test('a visited page that bypassed the worker is not fetched for visitors who save data', async () => {
    browser.navigator.connection = { saveData: true }
    await storeVisitedPage('/jobs')
    expect(browser.fetch).not.toHaveBeenCalled()
  })
})

test('the page of saved notices comes from the shell, and a visit does not store it', async () => {
  await (await browser.caches.open('shell this build')).put('/saved', pageOf('Saved notices'))
  expect(await store('/saved', pageOf('Visited'))).toBe(false)
  expect(await (await saved('/saved'))?.text()).toContain('<h1>Saved notices</h1>')
  await storeVisitedPage('/saved')
  expect(browser.fetch).not.toHaveBeenCalled()
  expect(browser.caches.all.get('pages')?.entries.size ?? 0).toBe(0)
})

test('the page of saved notices is stored when a visitor opens it who saves data, also for the next build', async () => {
  browser.navigator.connection = { saveData: true }
  expect(await store('/saved', pageOf('Saved notices'))).toBe(false)
  expect(await (await saved('/saved'))?.text()).toContain('<h1>Saved notices</h1>')
  expect(browser.caches.all.get('pages')?.entries.size ?? 0).toBe(0)

  const { all } = browser.caches
  all.set('shell earlier build', all.get('shell this build')!)
  all.delete('shell this build')
  expect(await (await saved('/saved'))?.text()).toContain('<h1>Saved notices</h1>')
  expect(await store('/saved', pageOf('x', { status: 503 }))).toBe(false)
  expect(await (await saved('/saved'))?.text()).toContain('<h1>Saved notices</h1>')
})
