import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PageContext } from '#app/pages/page.ts'
import { contact } from './page.tsx'

const site = { contactEmail: 'contact@suchana.example', url: 'https://suchana.example', host: 'suchana.example' }
const html = renderToStaticMarkup(<>{contact.view(null, { site } as PageContext)}</>)

test('the contact page answers how often it is updated, whether it helps with applications, and what it costs', () => {
  const answers = [...html.matchAll(/<summary>([^<]+).*?<p>([^<]+)<\/p>/g)].map(([, question, answer]) => [
    question,
    answer,
  ])
  expect(answers).toEqual([
    ['How often is the site updated?', 'Updates are daily.'],
    ['Can you help me with my application?', expect.stringMatching(/^No\..* Please apply on the official site/)],
    ['Does anything on this site cost money?', expect.stringContaining('Everything is free')],
  ])
})

test('the contact page promises an answer within 24-48 hours, and nothing else', () => {
  expect(html).toContain('<dd>We typically respond within 24-48 hours</dd>')
  expect(html.match(/\b(minutes?|hours?|days?|immediately|at once)\b/g)).toEqual(['hours'])
  expect(html).toContain('<a href="mailto:contact@suchana.example">contact@suchana.example</a>')
  expect(html).toContain('<a href="https://suchana.example">suchana.example</a>')
})
