import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { notingLostConnections } from '#backend/supabase-lite/lost-connections.ts'
import { makeDatabase } from './test-database.ts'

const { url } = await makeDatabase('migrated')
const sql = postgres(url, { max: 1, backoff: () => 0 })
notingLostConnections(sql)
afterAll(() => sql.end({ timeout: 1 }))

test('a connection whose statement was dropped is not given to the next request', async () => {
  for (let round = 0; round < 20; round += 1) {
    const first = await sql.reserve()
    const running = first.unsafe('select pg_sleep(60)').execute() as Promise<unknown> & { drop?(): void }
    const ended = running.then(
      () => 'done',
      (error: { code?: string }) => {
        first.release()
        return error.code
      },
    )
    // The method is added when the statement has been sent.
    await expect.poll(() => typeof running.drop).toBe('function')
    running.drop?.()
    expect(await ended).toBe('CONNECTION_CLOSED')
    const next = await sql.reserve()
    expect(await next.unsafe('select 1 as one')).toEqual([{ one: 1 }])
    next.release()
  }
})
