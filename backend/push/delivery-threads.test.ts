import { expect, test } from 'vitest'
import type { ThreadStart } from './delivery-thread.ts'
import { createDeliveryThreads } from './delivery-threads.ts'

test('threads that cannot be started are logged once, and no caller fails', () => {
  const failures: string[] = []
  // A function cannot be sent to a thread, so that none starts.
  const start = { settings: () => {} } as unknown as ThreadStart
  const threads = createDeliveryThreads(start, {
    onChange: () => {},
    onOutcomes: () => {},
    logFailure: (what) => failures.push(what),
  })
  threads.prepare()
  threads.work(2)
  expect(failures).toEqual(['A delivery thread failed; the next poll starts another one'])
  expect(threads.areBusy).toBe(false)
})
