import { afterEach, expect, test, vi } from 'vitest'
import { createLinks } from './links.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('an admin gets a new link after 10 seconds, although the mail server has not taken the mail yet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const begun = Promise.withResolvers<void>()
  const send = () => {
    begun.resolve()
    return new Promise<void>(() => {})
  }
  const parts = {
    sql: () => Promise.resolve([{ id: 'account', done: true }]),
    secrets: { hash: (text: string) => text },
    mailer: { send, close: () => {} },
    siteUrl: 'https://example.org',
    siteName: 'Suchana',
  }
  const links = createLinks(parts as unknown as Parameters<typeof createLinks>[0])
  let answer: Response | null = null
  void links.generate({ type: 'recovery', email: 'asha@example.org' }, 'maker').then((made) => (answer = made))
  await begun.promise
  await vi.advanceTimersByTimeAsync(9_999)
  expect(answer).toBe(null)
  await vi.advanceTimersByTimeAsync(1)
  expect(await (answer as Response | null)?.json()).toMatchObject({
    is_mailed: false,
    action_link: expect.stringContaining('https://example.org/admin/accept#recovery='),
  })
})
