import { afterAll, expect, test } from 'vitest'
import { changedCheckout } from './changed-checkout.ts'
import { adminHeaders, cleanUp } from './server.ts'

afterAll(cleanUp)

const MIGRATION = `
alter table public.jobs add column interview_link text;
select content.register_kind('jobs');
`

test('a field is added by one migration and one line', async () => {
  const checkout = changedCheckout()
  checkout.add('supabase/migrations/20991231000000_interview_link.sql', MIGRATION)
  const line = "interview_link: link('Interview link'),"
  checkout.addLine('domain/content/kinds/jobs.ts', line, "advertisement_no: line('Advertisement number')")
  const server = await checkout.start('no notices')
  const headers = {
    ...(await adminHeaders(server)),
    'content-type': 'application/json',
    prefer: 'return=representation',
  }
  const store = (interview_link: string) =>
    fetch(`${server.url}/rest/v1/jobs`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: 'Clerk', slug: 'clerk', interview_link }),
    })

  const rejected = await store('javascript:alert(1)')
  expect([rejected.status, (await rejected.json()).code], 'the rule of links applies').toEqual([400, '23514'])
  const stored = await store('https://interview.example')
  expect(await stored.json()).toMatchObject([{ interview_link: 'https://interview.example' }])
  const form = await (await fetch(`${server.url}/admin/jobs/new`)).text()
  const scripts = new Set([...form.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))
  const texts = await Promise.all([...scripts].map(async (path) => (await fetch(server.url + path)).text()))
  expect(texts.join('\n'), 'the form has the field').toContain('Interview link')
  await server.stop()
})
