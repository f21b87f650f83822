import { afterAll, expect, test } from 'vitest'
import { changedCheckout } from './changed-checkout.ts'
import { cleanUp } from './server.ts'

afterAll(cleanUp)

/** The whole module of a page with a form. */
const HELPLINE = `
import { page } from '#app/pages/page.ts'
import { TextPage } from '#app/ui/text-page.tsx'

export const helpline = page<string>({
  path: '/helpline',
  cache: {},
  load: () => 'Call us.',
  meta: () => ({ title: 'Helpline', description: 'Whom to call about a notice.', path: '/helpline' }),
  view: (text) => <TextPage title="Helpline" lede={text} />,
  post: async (form, { isOverLimit }) => ({ status: isOverLimit ? 429 : 200, data: 'Called ' + form.get('name') }),
  styles: 'text-page',
  menu: { label: 'Helpline', group: 'more', order: 30 },
  sitemap: true,
  offline: true,
})
`

test('a page is added by one module and one line', async () => {
  const checkout = changedCheckout()
  checkout.add('app/pages/helpline/page.tsx', HELPLINE)
  checkout.addLine('app/pages.ts', "export { helpline } from './pages/helpline/page.tsx'")
  const server = await checkout.start('no notices')
  const textOf = async (path: string) => (await fetch(server.url + path)).text()

  const response = await fetch(`${server.url}/helpline`)
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain(`<link rel="canonical" href="${server.url}/helpline"`)
  expect(html).toContain('Call us.')
  expect(await textOf('/'), 'the navigation').toContain('<a href="/helpline">Helpline</a>')
  expect(await textOf('/sitemap.xml')).toContain(`<loc>${server.url}/helpline</loc>`)
  expect(await textOf('/sw.js'), 'the pages that may be saved').toContain('^/helpline$')
  expect(await textOf('/metrics')).toContain('/helpline')

  const send = (name: string) =>
    fetch(`${server.url}/helpline`, { method: 'POST', body: new URLSearchParams({ name }) })
  const sent = await send('Asha')
  expect(sent.status).toBe(200)
  expect(await sent.text()).toContain('Called Asha')
  expect((await send('x'.repeat(5_000))).status, 'a form that is too large').toBe(413)
  const later = await Promise.all(Array.from({ length: 5 }, () => send('Asha')))
  expect(
    later.map(({ status }) => status),
    'the rate limit',
  ).toContain(429)
  await server.stop()
})
