import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NewsletterForm } from '#app/ui/newsletter.tsx'
import { newsletter } from './page.tsx'

/** Posts the form to a database that answers with an error, or stores the address. */
async function post(fields: Record<string, string>, code: string | null = null) {
  const stored: unknown[] = []
  const logged: unknown[] = []
  const form = new FormData()
  for (const [name, value] of Object.entries({ email: 'a@example.org', ...fields })) form.set(name, value)
  const insert = (_table: string, row: unknown) => {
    if (code === null) stored.push(row)
    return Promise.resolve({ data: null, error: code === null ? null : { message: 'No', code }, status: 503 })
  }
  const context = {
    site: { contactEmail: 'contact@suchana.example' },
    backend: { insert },
    isOverLimit: false,
    logFailure: (what: string) => logged.push(what),
  }
  const reply = await newsletter.post?.(form, context as unknown as Parameters<NonNullable<typeof newsletter.post>>[1])
  return { stored, logged, reply }
}

test('an address that is sent with the hidden field is not stored, and the answer names the address to write to', async () => {
  expect((await post({ homepage: '' })).stored).toEqual([{ email: 'a@example.org' }])
  const { stored, reply } = await post({ homepage: 'https://example.org' })
  expect(stored).toEqual([])
  expect(reply).toMatchObject({ status: 422, data: { isSubscribed: false, email: 'a@example.org' } })
  expect(reply?.data).toHaveProperty('message', expect.stringContaining('Please write to contact@suchana.example'))
})

test('the hidden field is left out for screen readers and the keyboard, and each form has its own', () => {
  const forms = renderToStaticMarkup([<NewsletterForm key="one" id="one" />, <NewsletterForm key="two" id="two" />])
  const hidden =
    /<div class="visually-hidden" aria-hidden="true"><label for="(\w+-homepage)">.*?<input id="\1" [^>]*>/gi
  const fields = [...forms.matchAll(hidden)]
  expect(fields.map(([, id]) => id)).toEqual(['one-homepage', 'two-homepage'])
  for (const [field] of fields) expect(field).toMatch(/tabindex="-1".*name="homepage"/i)
})

test('a full list says that the address was not stored, and leaves a line in the log', async () => {
  const { reply, logged } = await post({}, '53400')
  expect(reply).toMatchObject({
    status: 503,
    data: {
      email: 'a@example.org',
      message: 'The list takes no more addresses at present, so yours was not stored.',
    },
  })
  expect(logged).toEqual(['newsletter'])
})
