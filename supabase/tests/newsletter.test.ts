import { expect, test } from 'vitest'
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
