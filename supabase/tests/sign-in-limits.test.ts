import { describe, expect, test } from 'vitest'
import { SIGN_IN_FREE_ATTEMPTS, SIGN_IN_LONGEST_PAUSE_S, SIGN_IN_PER_MINUTE } from '#domain/limits.ts'
import { SIGN_IN_LIMIT } from '#domain/messages.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { url, client } = await runBackend(database)

interface SignInResponse {
  status: number
  retryAfter: number | null
  body: { error_code?: string; msg?: string; access_token?: string }
}

async function post(body: unknown, from: string | null, path = 'token?grant_type=password'): Promise<SignInResponse> {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json', ...(from && { 'x-client': from }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter: retryAfter ? Number(retryAfter) : null, body: await response.json() }
}

let addresses = 0
const newAddress = () => `198.51.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
const wrong = { ...admin, password: 'not the password' }
const statusesOf = async (count: number, send: (number: number) => Promise<SignInResponse>) =>
  (await Promise.all(Array.from({ length: count }, (_, number) => send(number)))).map(({ status }) => status)
const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

/** Guesses until the account is paused, and extends the pause so that it outlasts the test on a slow machine. */
async function guessUntilPaused(account: { email: string }) {
  await statusesOf(20, () => post({ ...account, password: 'guess' }, newAddress()))
  await prolongPauses()
}

const prolongPauses = () =>
  sql`update sign_in_attempts set until = until + interval '10 minutes' where attempts > ${SIGN_IN_FREE_ATTEMPTS}`

/** Simulates that this much time has passed for all counters. */
const wait = (time: string) => sql`update sign_in_attempts set until = until - ${time}::interval`

/** A new account, used by one test. */
async function newAccount(): Promise<{ email: string; password: string }> {
  const email = `staff-${crypto.randomUUID()}@example.org`
  await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role)
    select gen_random_uuid(), ${email}, encrypted_password, now(), aud, role from auth.users where email = ${admin.email}`
  return { email, password: admin.password }
}

describe('sign-in limits per address', () => {
  test('an address may fail to sign in ten times a minute, whatever the account; the next attempt gets Retry-After', async () => {
    const from = newAddress()
    const guess = (number: number) => post({ email: `nobody-${number}@example.org`, password: 'guess' }, from)
    expect(countOf(await statusesOf(SIGN_IN_PER_MINUTE, guess), 400)).toBe(SIGN_IN_PER_MINUTE)
    const rejected = await post(admin, from)
    expect(rejected.status).toBe(429)
    expect(rejected.retryAfter).toBeGreaterThan(0)
    expect(rejected.retryAfter).toBeLessThanOrEqual(60)
    expect(rejected.body).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: SIGN_IN_LIMIT.wait(rejected.retryAfter ?? 0),
    })
    expect((await post(admin, newAddress())).status).toBe(200)
    await wait('1 minute')
    expect((await post(admin, from)).status).toBe(200)
  })

  test('a hundred concurrent attempts of an address are limited to ten', async () => {
    const from = newAddress()
    const statuses = await statusesOf(100, (number) =>
      post({ email: `flood-${number}@example.org`, password: 'x' }, from),
    )
    expect([countOf(statuses, 400), countOf(statuses, 429)]).toEqual([SIGN_IN_PER_MINUTE, 100 - SIGN_IN_PER_MINUTE])
  })

  test('successful sign-ins are not limited', async () => {
    const [from, account] = [newAddress(), await newAccount()]
    for (let time = 0; time < SIGN_IN_PER_MINUTE + 3; time += 1) expect((await post(account, from)).status).toBe(200)
  })

  test('the official client shows the message of the limit', async () => {
    const from = newAddress()
    await statusesOf(SIGN_IN_PER_MINUTE, () => post({ email: 'nobody@example.org', password: 'guess' }, from))
    await sql`delete from sign_in_attempts where attempts < ${SIGN_IN_PER_MINUTE}`
    const { auth } = client(keys.publishableKey, { 'x-client': from })
    const { error } = await auth.signInWithPassword(admin)
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(error?.message).toMatch(/^Too many attempts to sign in\. Please try again in \d+ seconds\.$/)
  })
})

describe('sign-in limits per account', () => {
  test('attempts from two hundred addresses on one account are limited like those from one', async () => {
    const account = await newAccount()
    const statuses = await statusesOf(200, () => post({ ...account, password: 'guess' }, newAddress()))
    // The first pauses, of 2 and 4 seconds, may end during the requests.
    expect(countOf(statuses, 400)).toBeGreaterThan(SIGN_IN_FREE_ATTEMPTS)
    expect(countOf(statuses, 400)).toBeLessThan(SIGN_IN_FREE_ATTEMPTS + 4)
    expect(countOf(statuses, 400) + countOf(statuses, 429)).toBe(200)
  })

  test('the pause of an account doubles with every failure after five, up to a quarter of an hour', async () => {
    const account = await newAccount()
    const guess = () => post({ ...account, password: 'guess' }, newAddress())
    for (let attempt = 0; attempt < SIGN_IN_FREE_ATTEMPTS; attempt += 1) expect((await guess()).status).toBe(400)
    for (const pause of [2, 4, 8, 16, 32, 64, 128, 256, 512, SIGN_IN_LONGEST_PAUSE_S, SIGN_IN_LONGEST_PAUSE_S]) {
      expect((await guess()).status).toBe(400)
      const { retryAfter, body } = await guess()
      expect(retryAfter).toBeLessThanOrEqual(pause)
      expect(retryAfter).toBeGreaterThan(pause - 2)
      expect(body.msg).toBe(SIGN_IN_LIMIT.wait(retryAfter ?? 0))
      await wait(`${pause} seconds`)
    }
  })

  test('an unknown account is limited like a known one', async () => {
    const nobody = { email: `nobody-${crypto.randomUUID()}@example.org`, password: 'guess' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(nobody, newAddress())))
    expect(responses.some(({ status }) => status === 429)).toBe(true)
    expect(responses.find(({ status }) => status === 400)?.body).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
  })

  test('capital letters in the e-mail address count for the same account', async () => {
    const account = await newAccount()
    await guessUntilPaused({ email: account.email.toUpperCase() })
    expect((await post(account, newAddress())).status).toBe(429)
  })

  test('the right password is accepted only after the pause, and ends it', async () => {
    const account = await newAccount()
    await guessUntilPaused(account)
    expect((await post(account, newAddress())).status).toBe(429)
    await wait('11 minutes')
    expect((await post(account, newAddress())).status).toBe(200)
    expect((await post({ ...account, password: 'guess' }, newAddress())).status).toBe(400)
    expect((await post(account, newAddress())).status).toBe(200)
  })

  test('failures are forgotten after a day', async () => {
    const account = await newAccount()
    await guessUntilPaused(account)
    await wait('25 hours')
    expect((await post({ ...account, password: 'guess' }, newAddress())).status).toBe(400)
    expect((await post(account, newAddress())).status).toBe(200)
  })

  test('a known address can sign in while others guess, but is limited, too, and is forgotten after 90 days', async () => {
    const [account, home] = [await newAccount(), newAddress()]
    expect((await post(account, home)).status).toBe(200)
    await guessUntilPaused(account)
    expect((await post(account, newAddress())).status).toBe(429)
    expect((await post(account, home)).status).toBe(200)
    expect((await post(account, newAddress())).status).toBe(429)
    await statusesOf(9, () => post({ ...account, password: 'guess' }, home))
    await prolongPauses()
    expect((await post(account, home)).status).toBe(429)
    await wait('91 days')
    await guessUntilPaused(account)
    expect((await post(account, home)).status).toBe(429)
  })
})

test('the limits store neither addresses nor e-mails, and are deleted after a day', async () => {
  const from = newAddress()
  await post(wrong, from)
  const stored = JSON.stringify(await sql`select * from sign_in_attempts`)
  expect(stored).not.toContain(from)
  expect(stored).not.toContain('example.org')
  await wait('100 days')
  await post(admin, newAddress())
  expect(await sql`select from sign_in_attempts where until < now() - interval '1 day'`).toHaveLength(0)
})

test('a wrong password and an unknown e-mail take the same time', { retry: 2 }, async () => {
  const rounds = 15
  const accounts = await Promise.all(Array.from({ length: rounds }, newAccount))
  const timed = async (email: string) => {
    const start = performance.now()
    expect((await post({ email, password: 'a wrong password' }, null)).status).toBe(400)
    return performance.now() - start
  }
  const [known, unknown]: number[][] = [[], []]
  for (const { email } of accounts) {
    known?.push(await timed(email))
    unknown?.push(await timed(`x${email}`))
  }
  const median = (times: number[] = []) => times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  expect(median(unknown) / median(known)).toBeGreaterThan(0.8)
  expect(median(unknown) / median(known)).toBeLessThan(1.25)
})

describe('invalid sign-in requests are not counted as attempts', () => {
  test.each([
    ['broken JSON', '{"email', 400],
    ['nothing', '', 400],
    ['no password', { email: admin.email }, 400],
    ['no e-mail', { password: 'x' }, 400],
    ['an empty password', { ...admin, password: '' }, 400],
    ['a list', [admin], 400],
    ['null', 'null', 400],
    ['a body of 17 kilobytes', { ...admin, password: 'x'.repeat(17_000) }, 413],
  ])('an invalid sign-in request is rejected: %s', async (_what, body, status) => {
    expect((await post(body, newAddress())).status).toBe(status)
  })

  test.each([
    ['a password that is an object', { ...admin, password: { $ne: null } }],
    ['an e-mail that is a list', { ...admin, email: [admin.email] }],
    ['an e-mail with a zero byte', { ...admin, email: 'a\0@example.org' }],
    ['a password with a zero byte', { ...admin, password: 'a\0' }],
    ['an e-mail that is too long', { ...admin, email: `${'x'.repeat(10_000)}@example.org` }],
  ])('sign-in with %s is rejected', async (_what, body) => {
    const { status, body: response } = await post(body, newAddress())
    expect(status).toBeGreaterThanOrEqual(400)
    expect(response.access_token).toBe(undefined)
    expect(JSON.stringify(response)).not.toMatch(/node_modules|select /i)
  })

  test('other grant types are disabled', async () => {
    const ways = ['id_token', 'web3', 'pkce', 'anonymous', '']
    for (const way of ways) {
      const { status, body } = await post(
        { ...admin, auth_code: 'x', code_verifier: 'x' },
        null,
        `token?grant_type=${way}`,
      )
      expect([way, status >= 400 && status < 500, body.access_token]).toEqual([way, true, undefined])
    }
  })
})
