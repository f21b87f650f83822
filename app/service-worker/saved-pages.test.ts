import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keep, kept, keptTitles, keepVisited } from './kept-pages.ts'
import { dropOldShells, fillShell } from './shell.ts'

vi.hoisted(() =>
  Object.assign(globalThis, { BUILD: { id: 'this build', files: ['/assets/site.js', '/assets/entry.js'] } }),
)

const ORIGIN = 'https://suchana.example'

/** The Cache API as far as it is used: entries in the order in which they were put. */
class FakeCache {
  readonly entries = new Map<string, Response>()
  put = (url: string, response: Response) => Promise.resolve(this.#put(url, response))
  add = async (path: string) => this.#put(path, await fetch(path))
  match = (request: string | { url: string }) => Promise.resolve(this.entries.get(addressOf(request))?.clone())
  delete = (request: string | { url: string }) => Promise.resolve(this.entries.delete(addressOf(request)))
  keys = () => Promise.resolve([...this.entries.keys()].map((url) => ({ url })))

  #put(url: string, response: Response): void {
    this.entries.delete(addressOf(url))
    this.entries.set(addressOf(url), response)
  }
}

const addressOf = (request: string | { url: string }) =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).href

let all: Map<string, FakeCache>

beforeEach(() => {
  all = new Map()
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('caches', {
    open: (name: string) => {
      if (!all.has(name)) all.set(name, new FakeCache())
      return Promise.resolve(all.get(name))
    },
    keys: () => Promise.resolve([...all.keys()]),
    delete: (name: string) => Promise.resolve(all.delete(name)),
  })
})

/** An answer as the network gives it; made by hand, an answer has no type that would count as one of this site. */
function answer(title: string, { status = 200, type = 'text/html; charset=utf-8', date = new Date() } = {}): Response {
  const headers = { 'content-type': type, date: date.toUTCString() }
  const response = new Response(`<title>${title} | Suchana</title>`, { status, headers })
  return Object.defineProperty(response, 'type', { value: 'basic' })
}

describe('of the pages that are visited', () => {
  test('sixty are kept, and the oldest goes first', async () => {
    for (let page = 0; page < 63; page++) await keep('page', `${ORIGIN}/jobs/${page}`, answer(`Job ${page}`))
    expect(all.get('pages')?.entries.size).toBe(60)
    expect(await kept('page', `${ORIGIN}/jobs/2`)).toBeUndefined()
    expect(await kept('page', `${ORIGIN}/jobs/3`)).toBeDefined()
  })

  test('one that is visited again is the newest', async () => {
    for (const page of ['a', 'b', 'a']) await keep('page', `${ORIGIN}/jobs/${page}?x=1`, answer(`Job ${page}`))
    expect(await keptTitles()).toEqual([
      { path: '/jobs/a?x=1', title: 'Job a' },
      { path: '/jobs/b?x=1', title: 'Job b' },
    ])
  })

  test.each([
    ['a page that does not exist', answer('Home', { status: 404 })],
    ['a failure', answer('Home', { status: 503 })],
    ['what is no page', answer('x', { type: 'application/xml' })],
    ['an answer of another site', new Response('x', { headers: { 'content-type': 'text/html' } })],
  ])('%s is not kept', async (_what, response) => {
    await keep('page', `${ORIGIN}/x`, response)
    expect(await kept('page', `${ORIGIN}/x`)).toBeUndefined()
  })
})

describe('a page that was reached without its document', () => {
  const asked = vi.fn<() => Promise<Response>>(() => Promise.resolve(answer('Jobs')))
  beforeEach(() => {
    asked.mockClear()
    vi.stubGlobal('fetch', asked)
  })

  test('is fetched, once in a while', async () => {
    await keepVisited('/jobs')
    await keepVisited('/jobs')
    expect(asked).toHaveBeenCalledOnce()
    await keep('page', `${ORIGIN}/jobs`, answer('Jobs', { date: new Date(Date.now() - 700_000) }))
    await keepVisited('/jobs')
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('is not fetched for those who save data', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    await keepVisited('/jobs')
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('the shell', () => {
  test('is filled with what is missing of it', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (path: string) => Promise.resolve(asked.push(path) && new Response('x')))
    await fillShell()
    expect(asked.sort()).toEqual(['/assets/entry.js', '/assets/site.js', '/offline'])
    await all.get('shell this build')?.delete('/offline')
    await fillShell()
    expect(asked).toHaveLength(4)
  })

  test('stays beside the one of the build before, and no other', async () => {
    for (const name of ['shell a', 'shell b', 'pages', 'shell this build', 'push']) await caches.open(name)
    await dropOldShells()
    expect([...all.keys()]).toEqual(['shell b', 'pages', 'shell this build', 'push'])
  })
})
