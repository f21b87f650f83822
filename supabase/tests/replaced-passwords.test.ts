import { expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client } = await runBackend(database)

const isWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%begin_session%'`).count > 0

test('a sign-in that compared the password before it was changed begins no session after the change', async () => {
  const owner = client()
  await owner.auth.signInWithPassword(admin)
  const [session] = await sql<{ id: string }[]>`select id from auth.sessions`
  const signIn = await sql.begin(async (change) => {
    await change`select rules.change_password(${session?.id ?? ''}, 'the hash of another password')`
    const running = client().auth.signInWithPassword(admin)
    await expect.poll(isWaiting).toBe(true)
    return { running }
  })
  expect((await signIn.running).error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  expect((await sql`select id from auth.sessions`).map(({ id }) => id)).toEqual([session?.id])
})
