import { describe, expect, test } from 'vitest'
import { page, RecordMissing, type Page, type PageContext } from '#app/pages/page.ts'
import { PageAnswers } from './page-answers.tsx'

const today = '2026-11-22'
const failing = { rpc: () => Promise.resolve({ data: null, error: { message: 'away' }, status: 503 }) }
const board = {
  ...Object.fromEntries(
    ['jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents'].map((name) => [name, []]),
  ),
  quick_links: [],
  closing_today: [],
  counts: {},
  updated_at: null,
}
const answering = { rpc: () => Promise.resolve({ data: board, error: null, status: 200 }) }

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

/** Answers whose documents are just their main element. */
function answers() {
  const failures: string[] = []
  const writer = {
    policy: "default-src 'self'",
    write: (_context: unknown, { main }: { main: string }) => new TextEncoder().encode(main),
  }
  const made = new PageAnswers(writer, (what, error) => failures.push(`${what}: ${String(error)}`))
  const tags: string[] = []
  const tag = (table: string, id?: number) => void tags.push(id === undefined ? table : `${table} ${id}`)
  return { made, failures, tags, tag }
}

describe('a page', () => {
  test('is answered with its own header and policy, and is static when it has no tags', async () => {
    const { made, tags, tag } = answers()
    const answer = await made.page(text('shown'), contextWith(answering), tag)
    expect([answer.status, await answer.text()]).toEqual([200, '<p>shown</p>'])
    expect(answer.headers.get('x-suchana')).toBe('page')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(tags).toEqual(['static'])
  })

  test('that cannot be loaded shows what it has below a line that says so', async () => {
    const { made, failures, tags, tag } = answers()
    const broken: Page = { ...text('x'), load: () => Promise.reject(new Error('away')), failed: () => 'nothing found' }
    const answer = await made.page(broken, contextWith(failing), tag)
    const html = await answer.text()
    expect(answer.status).toBe(503)
    expect(html).toMatch(/Suchana could not be reached\..*Retry.*nothing found/)
    expect(failures).toEqual(['page /thing: Error: away'])
    expect(tags).toEqual([])
  })

  test('that has nothing to show gives way to the home page, with the same line', async () => {
    const { made, tag } = answers()
    const broken: Page = { ...text('x'), load: () => Promise.reject(new Error('away')) }
    const answer = await made.page(broken, contextWith(failing), tag)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toMatch(/Suchana could not be reached\..*section-jobs/)
  })

  test('whose view breaks is an application error', async () => {
    const { made, failures, tag } = answers()
    const broken: Page = {
      ...text('x'),
      view: () => {
        throw new Error('Invalid time value')
      },
    }
    const answer = await made.page(broken, contextWith(answering), tag)
    expect(answer.status).toBe(500)
    const html = await answer.text()
    expect(html).toContain('Unexpected Application Error')
    expect(html).toMatch(/href="">Load again.*href="\/">Go to the home page/)
    expect(failures).toEqual(['page /thing: Error: Invalid time value'])
  })
})

describe('a record', () => {
  const missing = (reply: ConstructorParameters<typeof RecordMissing>[0]): Page => ({
    ...text('x'),
    load: () => Promise.reject(new RecordMissing(reply, (slug) => `/things/${slug}`)),
  })

  test('that has moved is found at its new address', async () => {
    const { made, tag } = answers()
    const answer = await made.page(missing({ state: 'moved', slug: 'b' }), contextWith(answering), tag)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/things/b'])
  })

  test.each([
    ['gone', 410],
    ['unknown', 404],
  ] as const)('that is %s is the home page with status %i, without a word', async (state, status) => {
    const { made, failures, tag } = answers()
    const answer = await made.page(missing({ state }), contextWith(answering), tag)
    expect(answer.status).toBe(status)
    const html = await answer.text()
    expect(html).toContain('section-jobs')
    expect(html).not.toContain('could not be reached')
    expect(failures).toEqual([])
  })
})

test('an address that does not exist says so above the home page, and is as fresh as that', async () => {
  const { made, tags, tag } = answers()
  const answer = await made.noSuchPage(contextWith(answering), tag)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toMatch(/That page does not exist.*section-jobs/)
  expect(tags).toContain('jobs')
})
