import { expect, test, type APIRequestContext } from '@playwright/test'

const PATH = '/jobs/upsc-cds-i-2027-online-form'

async function statesOf(request: APIRequestContext, data: unknown) {
  const response = await request.post('/saved/states', { data })
  return { status: response.status(), body: (await response.json()) as { states: Record<string, { id: string }> } }
}

test('the present state of notices is answered by id and by path, and nothing else of them', async ({ request }) => {
  const byPath = await statesOf(request, { notices: [PATH] })
  expect(byPath.status).toBe(200)
  const state = byPath.body.states[PATH]
  expect(state).toMatchObject({
    path: PATH,
    isPartial: false,
    kind: 'Job',
    title: 'UPSC CDS (I) 2027 Online Form',
    organization: 'Union Public Service Commission (UPSC)',
  })
  const id = state?.id ?? ''
  expect(id).toMatch(/^jobs:\d+$/)
  expect(Object.keys(state ?? {}).toSorted()).toEqual(
    [
      'id',
      'path',
      'isPartial',
      'kind',
      'title',
      'organization',
      'status',
      'badge',
      'dates',
      'fees',
      'links',
    ].toSorted(),
  )
  const both = await statesOf(request, { notices: [id, '/admit-card/none', 'jobs:999999999', 'profiles:1', 'x'] })
  expect(both.body.states).toEqual({ [id]: state })
})

test('what is no list of at most 500 references is refused', async ({ request }) => {
  const many = Array.from({ length: 501 }, (_, index) => `jobs:${index + 1}`)
  for (const data of [null, [], {}, { notices: 'jobs:1' }, { notices: [1] }, { notices: many }])
    expect((await statesOf(request, data)).status, JSON.stringify(data)?.slice(0, 40)).toBe(400)
  const large = await request.post('/saved/states', { data: { notices: ['x'.repeat(100_000)] } })
  expect(large.status()).toBe(413)
  const foreign = await request.post('/saved/states', { data: {}, headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status()).toBe(403)
})

test('the page of saved notices is the same for everybody, is not indexed, and is in no sitemap', async ({
  request,
}) => {
  const html = await (await request.get('/saved')).text()
  expect(html).toContain('<meta name="robots" content="noindex')
  expect(html).not.toContain('rel="canonical"')
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/saved')
})
