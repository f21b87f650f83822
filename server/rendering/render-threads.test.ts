import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { SiteOptions } from '#server/site-interface.ts'
import { NoThread, RenderThreads, type RenderThreadsOptions } from './render-threads.ts'

/** A site with pages that show what a page may do to its thread. */
const SITE = `
  import { threadId } from 'node:worker_threads'
  import { setTimeout as pause } from 'node:timers/promises'
  export function createSite({ settings, callFunction, logFailure }) {
    const rows = async () => { const { status, body } = await callFunction('rows', { q: 'ssc' }); return new Response(body, { status }) }
    const pages = {
      '/plain': async (_, tag) => (tag?.('jobs', 7), new Response(settings.name + ' ' + threadId, { status: 203, headers: { 'x-page': 'yes' } })),
      '/moved': async () => new Response(null, { status: 301, headers: { location: '/plain' } }),
      '/rows': rows,
      '/failing': async () => { logFailure('page /failing', new Error('no rows')); return new Response('failed', { status: 503 }) },
      '/throwing': async () => { throw new Error('a broken page') },
      '/slow': async () => (await pause(200), new Response('slow ' + threadId)),
      '/ending': async () => process.exit(1),
      '/hanging': async () => { for (;;); },
    }
    return { fetch: (request, { tag }) => pages[new URL(request.url).pathname](request, tag) }
  }`
const BUNDLE = `data:text/javascript,${encodeURIComponent(SITE)}`

const opened: RenderThreads[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((threads) => threads.close()))
})

function open(options: Partial<RenderThreadsOptions> = {}) {
  const failures: string[] = []
  const threads = new RenderThreads({
    bundle: BUNDLE,
    most: 1,
    settings: { name: 'Suchana' } as SiteOptions['settings'],
    assets: { main: '/main.js' },
    callFunction: () => Promise.reject(new Error('no backend')),
    logFailure: (what, error) => failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`),
    ...options,
  })
  opened.push(threads)
  const page = (path: string, tag?: (...tag: unknown[]) => void) =>
    threads.render(new Request(`https://suchana.example${path}`), tag)
  /** Starts a thread, as the first page does, which the main thread renders. */
  const start = async () => {
    await expect.poll(() => page('/plain')).not.toBeNull()
  }
  return { threads, page, start, failures }
}

test('the caller renders until a thread has started, which the first page causes', async () => {
  const { threads, page, start } = open()
  expect(threads.size).toBe(0)
  expect(page('/plain')).toBeNull()
  expect(threads.size).toBe(1)
  await start()
})

test('status, headers, body, tags and redirects come from the thread', async () => {
  const { page, start } = open()
  await start()
  const tags: unknown[] = []
  const response = await page('/plain', (...tag) => tags.push(tag))
  expect([response?.status, response?.headers.get('x-page')]).toEqual([203, 'yes'])
  expect(await response?.text()).toMatch(/^Suchana [1-9]/)
  expect(tags).toEqual([['jobs', 7]])
  const moved = await page('/moved')
  expect([moved?.status, moved?.headers.get('location'), moved?.body]).toEqual([301, '/plain', null])
})

test('calls of a page reach the backend in the main thread, and its answers the page', async () => {
  const calls: unknown[] = []
  const { page, start } = open({
    callFunction: async (name, given) => {
      calls.push([name, given])
      return { status: 206, body: Buffer.from(JSON.stringify({ found: 'कुछ' })) }
    },
  })
  await start()
  const response = await page('/rows')
  expect([response?.status, await response?.json()]).toEqual([206, { found: 'कुछ' }])
  expect(calls).toEqual([['rows', { q: 'ssc' }]])
})

test('calls of pages that are rendered at once are made for the visitors who asked for them', async () => {
  const visitor = new AsyncLocalStorage<string>()
  const { page, start } = open({
    callFunction: async () => ({ status: 200, body: Buffer.from(visitor.getStore() ?? '') }),
  })
  await start()
  const asked = ['10.0.0.1', '10.0.0.2', '10.0.0.3']
  const pages = asked.map(async (address) => (await visitor.run(address, () => page('/rows')))?.text())
  expect(await Promise.all(pages)).toEqual(asked)
})

test('a call that fails, a failure that a page logs, and a page that throws', async () => {
  const { page, start, failures } = open()
  await start()
  await expect(page('/rows')).rejects.toThrow('no backend')
  expect((await page('/failing'))?.status).toBe(503)
  expect(failures).toEqual(['page /failing: no rows'])
  await expect(page('/throwing')).rejects.toThrow('a broken page')
})

test('further threads start while the first ones are busy, and none above the limit', async () => {
  const { threads, page, start } = open({ most: 2 })
  await start()
  expect(threads.size).toBe(1)
  const names = new Set<string | undefined>()
  const renderFour = async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, async () => page('/slow')))
    for (const response of responses) names.add(await response?.text())
    return names.size
  }
  await expect.poll(renderFour).toBe(2)
  expect(threads.size).toBe(2)
})

test('a page that ends two threads fails; pages beside it, and those that come meanwhile, are rendered', async () => {
  const { page, start, failures } = open()
  await start()
  const outcomeOf = async (path: string) =>
    page(path)?.then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
  const later = outcomeOf('/ending').then(async (ended) => [ended, await outcomeOf('/slow')])
  expect(await Promise.all(['/slow', '/throwing', '/slow'].map(outcomeOf))).toEqual([200, 'a broken page', 200])
  expect(await later).toEqual(['The thread of the page ended', 200])
  expect(failures).toEqual([])
})

test('a page whose thread has ended is alone in the next one, while other pages wait', async () => {
  const { page, start } = open()
  await start()
  const order: string[] = []
  const ended = page('/ending')?.catch(() => order.push('ending'))
  const repeated = page('/slow')?.then(() => order.push('repeated'))
  await ended
  await page('/plain')?.then(() => order.push('later'))
  await repeated
  expect(order).toEqual(['ending', 'repeated', 'later'])
})

test('a page that does not end is given up, and the others in its thread are rendered once more', async () => {
  const { page, start } = open({ longestRender: 5_000 })
  await start()
  const hanging = page('/hanging')
  // Requested later, so that its own time is not over when the thread is given up.
  const besides = new Promise((resolve) => setTimeout(() => resolve(page('/slow')), 1_000))
  await expect(hanging).rejects.toThrow('The page was not rendered in time')
  expect(((await besides) as Response).status).toBe(200)
})

test('the caller renders when threads cannot be started, and the reason is logged', async () => {
  const { threads, page, failures } = open({ bundle: 'data:text/javascript,throw new Error("no such build")' })
  expect(page('/plain')).toBeNull()
  await expect.poll(() => failures).toEqual(['A thread that renders pages failed: no such build'])
  await expect.poll(() => threads.size).toBe(0)
  expect(page('/plain')).toBeNull()
  expect(threads.size).toBe(0)
})

test('the caller renders when the system refuses a thread', () => {
  const settings = { name: () => 'cannot be sent to a thread' } as unknown as SiteOptions['settings']
  const { threads, page, failures } = open({ settings })
  expect(page('/plain')).toBeNull()
  expect(failures).toEqual([expect.stringContaining('A thread that renders pages could not be started')])
  expect(threads.size).toBe(0)
})

test('no thread renders by a newer build: the caller renders when the last thread has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-build-'))
  const file = join(folder, 'site.mjs')
  writeFileSync(file, SITE)
  const { page, start, failures } = open({ bundle: pathToFileURL(file).href })
  await start()
  writeFileSync(file, `${SITE}// another build`)
  await expect(page('/ending')).rejects.toThrow('The thread of the page ended')
  expect(failures).toEqual([expect.stringContaining('The site was built again')])
  expect(page('/plain')).toBeNull()
  rmSync(folder, { recursive: true })
})

test('pages in flight are left to the caller at the end, and no thread starts any more', async () => {
  const { threads, page, start } = open()
  await start()
  const slow = page('/slow')?.catch((error: unknown) => error)
  await threads.close()
  expect(await slow).toBeInstanceOf(NoThread)
  expect(page('/plain')).toBeNull()
})
