import { beforeEach, describe, expect, test } from 'vitest'
import { badGateway, FakeClient, FakeFetchEvent, fromNetwork, startFakeWorker } from '#test/fakes/service-worker.ts'
import { assetResponse, deleteOldShells, fillShell } from './shell.ts'

let browser: ReturnType<typeof startFakeWorker>

beforeEach(() => {
  browser = startFakeWorker()
})

const script = () => fromNetwork('run()', { headers: { 'content-type': 'text/javascript' } })

/** Requests an asset as a page does, and waits until it is cached. */
async function request(path: string): Promise<Response> {
  const event = new FakeFetchEvent(path, { mode: 'cors', accept: '*/*' })
  const response = await assetResponse(event.asEvent)
  await event.finished()
  return response
}

describe('the shell', () => {
  const fetched = () => browser.fetch.mock.calls.map(([path]) => path)
  beforeEach(() => void browser.fetch.mockImplementation(() => Promise.resolve(script())))

  test('the shell gets only the files that are missing', async () => {
    await fillShell()
    expect(fetched()).toEqual(['/assets/main.js', '/assets/banners.js', '/offline', '/saved'])
    await browser.caches.all.get('shell this build')?.delete('/offline')
    await fillShell()
    expect(fetched().slice(4)).toEqual(['/offline'])
  })

  test('the shell holds only its documents for visitors who save data', async () => {
    browser.navigator.connection = { saveData: true }
    await fillShell()
    expect(fetched()).toEqual(['/offline'])
  })

  test('the shell is retained together with those of the two builds before, and no other', async () => {
    for (const name of ['shell a', 'shell b', 'shell c', 'pages', 'shell this build', 'push'])
      await browser.caches.open(name)
    await deleteOldShells()
    expect(await browser.caches.keys()).toEqual(['shell b', 'shell c', 'pages', 'shell this build', 'push'])
  })
})

describe('a fingerprinted file', () => {
  test('a fingerprinted file comes from the cache of any build, without a request', async () => {
    await (await browser.caches.open('shell older')).put('/assets/island-1.js', script())
    expect(await (await request('/assets/island-1.js')).text()).toBe('run()')
    expect(browser.fetch).not.toHaveBeenCalled()
  })

  test('a fingerprinted file is fetched once and then comes from the cache', async () => {
    browser.fetch.mockImplementation(() => Promise.resolve(script()))
    for (const _time of ['first', 'second']) expect(await (await request('/assets/island-2.js')).text()).toBe('run()')
    expect(browser.fetch).toHaveBeenCalledOnce()
    expect([...(browser.caches.all.get('shell this build')?.entries.keys() ?? [])]).toHaveLength(1)
  })

  test.each([
    ['is gone', fromNetwork('Not found', { status: 404 }), 404],
    ['is unavailable at a proxy', badGateway(), 502],
    ['is replaced by a page of a proxy', fromNetwork('Maintenance', { headers: { 'content-type': 'text/html' } }), 200],
  ])(
    'a fingerprinted file that %s gets the response unchanged, which is not cached',
    async (_what, response, status) => {
      browser.fetch.mockResolvedValue(response)
      expect((await request('/assets/island-3.js')).status).toBe(status)
      expect(await browser.caches.match('/assets/island-3.js')).toBeUndefined()
    },
  )

  test('a fingerprinted file is a network error without a network', async () => {
    expect((await request('/assets/island-4.js')).type).toBe('error')
  })

  test.each([
    ['/jobs', true],
    ['/admin/jobs', false],
  ])('a fingerprinted file that a page at %s requested is cached: %s', async (path, isCached) => {
    browser.fetch.mockResolvedValue(script())
    browser.clients.all.push(new FakeClient('reading', path))
    await request('/assets/island-5.js')
    expect((await browser.caches.match('/assets/island-5.js')) !== undefined).toBe(isCached)
  })
})
