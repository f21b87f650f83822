import { afterEach, expect, test, vi } from 'vitest'
import { createLinks } from './links.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Links of a portal whose database accepts everything. */
function linksWith(send: (mail: { text: string }) => Promise<void>, failures: string[] = []) {
  const parts = {
    sql: () => Promise.resolve([{ id: 'account', done: true }]),
    secrets: { hash: (text: string) => text },
    mailer: { send, close: () => {} },
    siteUrl: 'https://example.org',
    siteName: 'Suchana',
    logFailure: (what: string, error: unknown) => failures.push(`${what}: ${String(error)}`),
  }
  return createLinks(parts as unknown as Parameters<typeof createLinks>[0])
}

const wanted = { type: 'recovery', email: 'asha@example.org' }

test('an admin gets a new link after 10 seconds, although the mail server has not taken the mail yet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const begun = Promise.withResolvers<void>()
  const links = linksWith(() => {
    begun.resolve()
    return new Promise<void>(() => {})
  })
  let answer: Response | null = null
  void links.generate(wanted, 'maker').then((made) => (answer = made))
  await begun.promise
  await vi.advanceTimersByTimeAsync(9_999)
  expect(answer).toBe(null)
  await vi.advanceTimersByTimeAsync(1)
  expect(await (answer as Response | null)?.json()).toMatchObject({
    is_mailed: false,
    action_link: expect.stringContaining('https://example.org/admin/accept#recovery='),
  })
})

test('an admin gets a new link when the server stops, although the mail server has not taken the mail yet', async () => {
  const begun = Promise.withResolvers<void>()
  const links = linksWith(() => {
    begun.resolve()
    return new Promise<void>(() => {})
  })
  const answer = links.generate(wanted, 'maker')
  await begun.promise
  await links.stopWaiting()
  expect(await (await answer).json()).toMatchObject({
    is_mailed: false,
    action_link: expect.stringContaining('https://example.org/admin/accept#recovery='),
  })
})

test('the log does not contain the secret of a link that a mail server quotes', async () => {
  const failures: string[] = []
  const links = linksWith(
    ({ text }) => Promise.reject(new Error(`550 spam: ${/https.*/.exec(text)?.[0]} is listed`)),
    failures,
  )
  const made = (await (await links.generate(wanted, 'maker')).json()) as { hashed_token: string }
  expect(made.hashed_token).toMatch(/^[\w-]{43}$/)
  expect(failures).toEqual([
    'An e-mail to the staff was not sent: Error: 550 spam: https://example.org/admin/accept#recovery=... is listed',
  ])
})
