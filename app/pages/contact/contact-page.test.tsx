import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
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

describe('with an inbox', () => {
  const typed = { name: 'Asha', email: 'a@example.org', subject: 'A date', message: 'One day\r\nlater' }

  /** Posts the form to a database that answers with an error, or stores the message. */
  async function post(fields: Partial<typeof typed & { homepage: string }>, code: string | null = null) {
    const stored: unknown[] = []
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...typed, ...fields })) form.set(name, value)
    const insert = (_table: string, row: unknown) => {
      if (code === null) stored.push(row)
      return Promise.resolve({ data: null, error: code === null ? null : { message: 'No', code }, status: 400 })
    }
    const context = {
      site: { ...site, contactInbox: true },
      backend: { insert },
      isOverLimit: false,
      logFailure: () => {},
    }
    const reply = await contact.post?.(form, context as unknown as Parameters<NonNullable<typeof contact.post>>[1])
    return { stored, reply }
  }

  test('line breaks of a message are stored as one character, as the form counts them', async () => {
    const { stored, reply } = await post({})
    expect(reply).toMatchObject({ status: 200, data: { hasFailed: false } })
    expect(stored).toEqual([{ ...typed, message: 'One day\nlater' }])
  })

  test('what fills in the hidden field is not stored, and gets its text back with the address to write to', async () => {
    expect((await post({ homepage: '' })).stored).toHaveLength(1)
    const { stored, reply } = await post({ homepage: 'https://example.org' })
    expect(stored).toEqual([])
    expect(reply).toMatchObject({ status: 422, data: { hasFailed: true, typed: { subject: 'A date' } } })
    expect(reply?.data).toHaveProperty('message', expect.stringContaining('Please write to contact@suchana.example'))
  })

  test('the hidden field is left out for screen readers and the keyboard, and does not exist without an inbox', () => {
    const context = { site: { ...site, contactInbox: true } } as PageContext
    const form = renderToStaticMarkup(<>{contact.view(null, context)}</>)
    expect(form).toMatch(
      /<div class="visually-hidden" aria-hidden="true">.*<input[^>]* tabindex="-1"[^>]* name="homepage"/i,
    )
    expect(html).not.toContain('homepage')
  })

  test.each(['23514', '22001'])('what the database rejects with %s is answered with what is accepted', async (code) => {
    const { reply } = await post({ name: '   ' }, code)
    expect(reply).toMatchObject({ status: 422, data: { hasFailed: true, typed: { subject: 'A date' } } })
    expect(reply?.data).toHaveProperty('message', expect.stringContaining('a message of at most 5,000 characters'))
  })

  test.each(['57P01', '42501', ''])('after any other failure, such as %j, one is asked to try again', async (code) => {
    const { reply } = await post({}, code)
    expect(reply).toMatchObject({ status: 503 })
    expect(reply?.data).toHaveProperty('message', expect.stringContaining('may not have arrived. Please send it again'))
  })
})
