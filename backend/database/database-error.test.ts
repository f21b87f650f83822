import { expect, test } from 'vitest'
import { DatabaseError, isConnectionLost } from './database-error.ts'

test('the connection to the database failed when it was reset, but not when a client left', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  const left = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  expect([isConnectionLost(reset), isConnectionLost(left)]).toEqual([true, false])
  expect([DatabaseError.of(reset, 'anon')?.status, DatabaseError.of(left, 'anon')]).toEqual([503, null])
})
