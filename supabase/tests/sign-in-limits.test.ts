import { compare, compareSync } from 'bcryptjs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openPasswordHashes, unknownAccountHash } from '#backend/auth/password-hashes.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

// Earlier test files of this process have loaded these modules without the spies; later ones must load them without.
vi.hoisted(() => vi.resetModules())
vi.mock('bcryptjs', { spy: true })
vi.mock('#backend/auth/password-hashes.ts', { spy: true })
afterAll(() => {
  vi.doUnmock('bcryptjs')
  vi.doUnmock('#backend/auth/password-hashes.ts')
  vi.resetModules()
})

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

const prolongPauses = () => sql`update sign_in_attempts set until = until + interval '10 minutes' where attempts > 5`

/** Simulates that this much time has passed for all counters. */
const wait = (time: string) => sql`update sign_in_attempts set until = until - ${time}::interval`

/** A new account, used by one test. */
async function newAccount(): Promise<{ email: string; password: string }> {
  const email = `staff-${crypto.randomUUID()}@office.example`
  await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role)
    select gen_random_uuid(), ${email}, encrypted_password, now(), aud, role from auth.users where email = ${admin.email}`
  return { email, password: admin.password }
}

describe('sign-in limits per address', () => {
  test('an address may fail to sign in ten times a minute, whatever the account; the next attempt gets Retry-After', async () => {
    const from = newAddress()
    const guess = (number: number) => post({ email: `nobody-${number}@example.org`, password: 'guess' }, from)
    expect(countOf(await statusesOf(10, guess), 400)).toBe(10)
    const rejected = await post(admin, from)
    expect(rejected.status).toBe(429)
    expect(rejected.retryAfter).toBeGreaterThan(0)
    expect(rejected.retryAfter).toBeLessThanOrEqual(60)
    expect(rejected.body).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: expect.stringMatching(/^Too many attempts to sign in\. Please try again in \d+ seconds?\.$/),
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
    expect([countOf(statuses, 400), countOf(statuses, 429)]).toEqual([10, 90])
  })

  test('successful sign-ins are not limited', async () => {
    const [from, account] = [newAddress(), await newAccount()]
    for (let time = 0; time < 13; time += 1) expect((await post(account, from)).status).toBe(200)
  })

  test('the official client shows the message of the limit', async () => {
    const from = newAddress()
    await statusesOf(10, () => post({ email: 'nobody@example.org', password: 'guess' }, from))
    await sql`delete from sign_in_attempts where attempts < 10`
    const { auth } = client(keys.publishableKey, { 'x-client': from })
    const { error } = await auth.signInWithPassword(admin)
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(error?.message).toMatch(/^Too many attempts to sign in\. Please try again in \d+ seconds\.$/)
  })
})

describe('sign-in limits per account', () => {
  test('attempts from two hundred addresses on one account are limited like those from one', async () => {
    const account = await newAccount()
    // The first pause, of 2 seconds, could end during the requests.
    await sql.unsafe(`
      create function prolong() returns trigger language plpgsql as $$
        begin new.until := new.until + interval '10 minutes'; return new; end $$;
      create trigger prolong before update on sign_in_attempts for each row when (new.attempts > 5) execute function prolong()`)
    const statuses = await statusesOf(200, () => post({ ...account, password: 'guess' }, newAddress()))
    await sql.unsafe('drop function prolong cascade')
    expect([countOf(statuses, 400), countOf(statuses, 429)]).toEqual([6, 194])
  })

  test('the pause of an account doubles with every failure after five, up to a quarter of an hour', async () => {
    const account = await newAccount()
    const guess = () => post({ ...account, password: 'guess' }, newAddress())
    await sql`delete from sign_in_attempts`
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await guess()).status).toBe(400)
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const [before] = await sql<{ time: Date }[]>`select clock_timestamp() as time`
      expect((await guess()).status).toBe(400)
      const pause = `${seconds} seconds`
      const [paused] = await sql`
        select until >= ${before?.time ?? null}::timestamptz + ${pause}::interval as "isLongEnough",
               until <= clock_timestamp() + ${pause}::interval as "isShortEnough"
          from sign_in_attempts where attempts > 5`
      expect({ seconds, ...paused }).toEqual({ seconds, isLongEnough: true, isShortEnough: true })
      await wait(pause)
    }
    expect((await guess()).status).toBe(400)
    const { status, retryAfter, body } = await guess()
    expect(status).toBe(429)
    expect(retryAfter).toBeGreaterThan(800)
    expect(retryAfter).toBeLessThanOrEqual(900)
    expect(body.msg).toMatch(/^Too many attempts to sign in\. Please try again in 1[45] minutes\.$/)
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

  test('a spelling that only the database reads as the e-mail address is another one, and gives no further attempts', async () => {
    const account = await newAccount()
    await guessUntilPaused(account)
    const email = account.email.replace('i', 'İ')
    const [read] = await sql<{ email: string }[]>`select lower(${email}) as email`
    expect(read?.email).toBe(account.email)
    expect((await post({ ...account, email }, newAddress())).status).toBe(400)
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

describe('passwords are compared in a thread', () => {
  const passwords = vi.mocked(openPasswordHashes).mock.results[0]?.value as ReturnType<typeof openPasswordHashes>
  const matches = vi.spyOn(passwords, 'matches')

  test('S27: an unknown e-mail takes as long as a wrong password: each costs one comparison of the same cost', async () => {
    const { email } = await newAccount()
    const stored = await passwords.create('its password', 'unknown')
    await sql`update auth.users set encrypted_password = ${stored} where email = ${email}`
    matches.mockClear()
    for (const address of [email, `x${email}`])
      expect((await post({ email: address, password: 'a wrong password' }, null)).status).toBe(400)
    const hash = expect.stringMatching(/^\$2[ab]\$10\$/)
    expect(matches.mock.calls).toEqual([
      ['a wrong password', hash, 'unknown'],
      ['a wrong password', null, 'unknown'],
    ])
    expect(unknownAccountHash).toEqual(hash)
  })

  test('no password is compared on the event loop that serves visitors', async () => {
    const account = await newAccount()
    vi.mocked(compare).mockClear()
    vi.mocked(compareSync).mockClear()
    expect((await post(account, newAddress())).status).toBe(200)
    expect((await post({ ...account, password: 'guess' }, newAddress())).status).toBe(400)
    expect((await post({ email: `x${account.email}`, password: 'guess' }, newAddress())).status).toBe(400)
    expect(compare).not.toHaveBeenCalled()
    expect(compareSync).not.toHaveBeenCalled()
  })

  test('guesses that fill the queue are answered with 429, and do not keep out who signed in before', async () => {
    const [account, home] = [await newAccount(), newAddress()]
    expect((await post(account, home)).status).toBe(200)
    const busy: SignInResponse[] = []
    let isOver = false
    const flood = Array.from({ length: 60 }, async (_, number) => {
      while (!isOver) {
        const response = await post({ email: `flood-${number}@example.org`, password: 'guess' }, newAddress())
        if (response.body.msg === 'Too many people are signing in at this moment. Please try again.')
          busy.push(response)
        await sql`delete from sign_in_attempts where attempts between 1 and 5`
      }
    })
    await expect.poll(() => busy.length, { timeout: 60_000 }).toBeGreaterThan(0)
    for (let time = 0; time < 5; time += 1) expect((await post(account, home)).status).toBe(200)
    isOver = true
    await Promise.all(flood)
    expect(busy[0]).toMatchObject({ status: 429, retryAfter: 5, body: { error_code: 'over_request_rate_limit' } })
  })
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
