import { describe, expect, test } from 'vitest'
import { BackendError } from '#app/data/backend-error.ts'
import { page, RecordMissing, type Page, type PageContext } from '#app/pages/page.ts'
import { HOME_SECTIONS } from '#domain/content/registry.ts'
import { PageResponses } from './page-responses.tsx'

const today = '2026-11-22'
const failing = { rpc: () => Promise.resolve({ data: null, error: { message: 'away' }, status: 503 }) }
const board = {
  ...Object.fromEntries(HOME_SECTIONS.map(({ table }) => [table, []])),
  quick_links: [],
  closing_today: [],
  counts: {},
  updated_at: null,
}
const available = { rpc: () => Promise.resolve({ data: board, error: null, status: 200 }) }

function contextWith(backend: unknown): PageContext {
  const site = { name: 'Suchana', url: 'https://suchana.example' } as PageContext['site']
  const url = new URL('https://suchana.example/thing')
  return { params: {}, url, backend: backend as PageContext['backend'], site, now: 0, today }
}

const text = (shown: string): Page =>
  page<string>({
    path: '/thing',
    cache: {},
    load: () => shown,
    meta: () => ({ title: 'Thing', description: 'A thing', path: '/thing' }),
    view: (data) => <p>{data}</p>,
    styles: 'text-page',
  })

/** Creates page responses whose documents are only the main element. */
function createResponses() {
  const failures: string[] = []
  const writer = {
    policy: "default-src 'self'",
    write: (_context: unknown, { main }: { main: readonly string[] }) => new TextEncoder().encode(main.join('')),
  }
  const responses = new PageResponses(writer, (what, error) => failures.push(`${what}: ${String(error)}`))
  const tags: string[] = []
  const tag = (table: string, id?: number) => void tags.push(id === undefined ? table : `${table} ${id}`)
  return { responses, failures, tags, tag }
}

describe('a page', () => {
  test('a page is sent with header and policy, and has the tag static when it has no tags of its own', async () => {
    const { responses, tags, tag } = createResponses()
    const response = await responses.page(text('shown'), contextWith(available), tag)
    expect([response.status, await response.text()]).toEqual([200, '<p>shown</p>'])
    expect(response.headers.get('x-suchana')).toBe('page')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(tags).toEqual(['static'])
  })

  test('a page that cannot be loaded shows its fallback data below a failure line', async () => {
    const { responses, failures, tags, tag } = createResponses()
    const broken: Page = { ...text('x'), load: () => Promise.reject(new Error('away')), failed: () => 'nothing found' }
    const response = await responses.page(broken, contextWith(failing), tag)
    const html = await response.text()
    expect(response.status).toBe(503)
    expect(html).toMatch(/Suchana could not be reached\..*Retry.*nothing found/)
    expect(failures).toEqual(['page /thing: Error: away'])
    expect(tags).toEqual([])
  })

  test('a page that cannot be loaded and has no fallback is replaced by the home page below a failure line', async () => {
    const { responses, tag } = createResponses()
    const broken: Page = { ...text('x'), load: () => Promise.reject(new Error('away')) }
    const response = await responses.page(broken, contextWith(failing), tag)
    expect(response.status).toBe(503)
    expect(await response.text()).toMatch(/Suchana could not be reached\..*section-jobs/)
  })

  test('a page whose address the database rejects is not found, and no failure', async () => {
    const { responses, failures, tags, tag } = createResponses()
    const rejected = new BackendError('date/time field value out of range', { code: '22008', status: 400 })
    const response = await responses.page(
      { ...text('x'), load: () => Promise.reject(rejected), failed: () => 'nothing found' },
      contextWith(available),
      tag,
    )
    expect(response.status).toBe(404)
    expect(await response.text()).toMatch(/That page does not exist.*section-jobs/)
    expect(failures).toEqual([])
    expect(tags).toContain('jobs')
  })

  test('a page whose view throws is an application error', async () => {
    const { responses, failures, tag } = createResponses()
    const broken: Page = {
      ...text('x'),
      view: () => {
        throw new Error('Invalid time value')
      },
    }
    const response = await responses.page(broken, contextWith(available), tag)
    expect(response.status).toBe(500)
    const html = await response.text()
    expect(html).toContain('Unexpected Application Error')
    expect(html).toMatch(/href="">Load again.*href="\/">Go to the home page/)
    expect(failures).toEqual(['page /thing: Error: Invalid time value'])
  })

  test('the address of a secret page is not logged, whatever fails', async () => {
    const { responses, failures, tag } = createResponses()
    const fail = () => {
      throw new Error('broken')
    }
    const secret: Page = { ...text('x'), path: '/preview/:token', isSecret: true }
    const context = { ...contextWith(available), url: new URL('https://suchana.example/preview/key') }
    await responses.page({ ...secret, load: fail }, context, tag)
    await responses.page({ ...secret, view: fail }, context, tag)
    expect(failures).toEqual(['page /preview/:token: Error: broken', 'page /preview/:token: Error: broken'])
  })
})

describe('a record', () => {
  const missing = (reply: ConstructorParameters<typeof RecordMissing>[0]): Page => ({
    ...text('x'),
    load: () => Promise.reject(new RecordMissing(reply, (slug) => `/things/${slug}`)),
  })

  test('a record that has moved redirects to its new address', async () => {
    const { responses, tag } = createResponses()
    const response = await responses.page(missing({ state: 'moved', slug: 'b' }), contextWith(available), tag)
    expect([response.status, response.headers.get('location')]).toEqual([301, '/things/b'])
  })

  test.each([
    ['gone', 410, /That notice was removed.*section-jobs/],
    ['unknown', 404, /^(?!.*That notice was removed).*section-jobs/s],
  ] as const)('that is %s is the home page with status %i, without a failure line', async (state, status, shown) => {
    const { responses, failures, tag } = createResponses()
    const response = await responses.page(missing({ state }), contextWith(available), tag)
    expect(response.status).toBe(status)
    const html = await response.text()
    expect(html).toMatch(shown)
    expect(html).not.toContain('could not be reached')
    expect(failures).toEqual([])
  })
})

test('an unknown address gets the home page below a line that explains it, with the tags of the home page', async () => {
  const { responses, tags, tag } = createResponses()
  const response = await responses.missing('page', contextWith(available), tag)
  expect(response.status).toBe(404)
  expect(await response.text()).toMatch(/That page does not exist.*section-jobs/)
  expect(tags).toContain('jobs')
})
