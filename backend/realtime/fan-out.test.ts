import { expect, test } from 'vitest'
import type postgres from 'postgres'
import { createAudiences, type Member } from './audiences.ts'
import { createBacklog } from './backlog.ts'
import type { Change } from '#backend/outbox/change-reader.ts'
import { createFanOut } from './fan-out.ts'

/** @returns how often the only client had to start over after a change with this record and these earlier values */
async function restartsAfter(texts: Pick<Change, 'record' | 'previous'>): Promise<number> {
  let restarts = 0
  const member: Member = { write: () => {}, restart: () => (restarts += 1) }
  const audiences = createAudiences()
  audiences.enter(member, {
    reader: { key: 'anon', role: 'anon', claims: {} },
    serializer: '2.0.0',
    topic: 'realtime:jobs',
    bindings: [],
  })
  const messagesFor = () => []
  const fanOut = createFanOut({
    sql: undefined as unknown as postgres.Sql,
    audiences,
    messagesFor,
    backlog: createBacklog(messagesFor, false),
    delivered: () => {},
    logFailure: (what) => expect.fail(what),
  })
  fanOut.onChanges(
    [{ sequence: '1', table: 'jobs', kind: 'UPDATE', writtenAt: '2026-11-21T10:00:00.000Z', ...texts }],
    '1',
  )
  await fanOut.close()
  return restarts
}

test.each<[restarts: number, what: string, texts: Pick<Change, 'record' | 'previous'>]>([
  [0, '31 MB of Latin text', { record: 'a'.repeat(31_000_000), previous: null }],
  [1, '33 MB of Latin text', { record: 'a'.repeat(33_000_000), previous: null }],
  [0, '30 MB of Devanagari text', { record: 'क'.repeat(10_000_000), previous: null }],
  [1, '33 MB of Devanagari text', { record: 'क'.repeat(11_000_000), previous: null }],
  [1, '33 MB of earlier values', { record: 'a'.repeat(3_000_000), previous: 'क'.repeat(10_000_000) }],
])('clients start over %i times when %s waits for delivery', async (restarts, _what, texts) => {
  expect(await restartsAfter(texts)).toBe(restarts)
})
