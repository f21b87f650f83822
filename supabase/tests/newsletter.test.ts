import { expect, test } from 'vitest'
import { nameInTexts } from '#domain/name-in-texts.ts'
import { runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const backend = await runBackend(database)

test('newsletter: an address more than 100,000 is refused, until some are deleted', async () => {
  const send = (email: string) => backend.client().from('newsletter_subscribers').insert({ email })
  await sql`insert into newsletter_subscribers (email)
    select 'flood-' || number || '@example.org' from generate_series(1, 99999) as number`
  expect(await send('last@example.org')).toMatchObject({ status: 201 })
  expect(await send('more@example.org')).toMatchObject({ status: 503, error: { message: 'The newsletter is full' } })
  expect(await send('last@example.org'), 'sent again').toMatchObject({ status: 409 })
  await sql`delete from newsletter_subscribers where email = 'flood-1@example.org'`
  expect(await send('more@example.org')).toMatchObject({ status: 201 })
})

test('newsletter: an address with characters that are not visible is the address without them', async () => {
  await sql`delete from newsletter_subscribers`
  const send = (email: string) => backend.client().from('newsletter_subscribers').insert({ email })
  expect(await send('asha\u200b@\u202eexample.org')).toMatchObject({ status: 201 })
  expect(await send('asha@example.org')).toMatchObject({ status: 409 })
  expect(await send('as\u2060ha@example.org')).toMatchObject({ status: 409 })
  expect((await sql`select email from newsletter_subscribers`).map(({ email }) => email)).toEqual(['asha@example.org'])
})

// One character of the category, U+FEFF, is a space for JavaScript.
test('the database and the domain take the same characters away', async () => {
  const every = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /(?!\s)\p{Cf}/u.test(character))
    .join('')
  const [row] = await sql<{ visible: string }[]>`select rules.visible(${`a${every}b`}) as visible`
  expect(row?.visible).toBe(nameInTexts(`a${every}b`))
})
