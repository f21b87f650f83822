import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, describe, expect, test } from 'vitest'
import { totpCode } from '#backend/auth/totp.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'
import { claimsOf } from './token-claims.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client, url } = await runBackend(database)

afterEach(async () => {
  await sql`delete from staff.factors`
  await sql`delete from staff.recovery_codes`
  await sql`delete from sign_in_attempts`
  await sql`update staff.settings set second_factor_of = 'none'`
})

/** Base 32 without a library, so that codes are those of an app which reads the secret. */
function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret)
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const presentStep = () => Math.floor(Date.now() / 30_000)
/** @param later steps from now: codes of the next step count too, and a factor takes each step once, so 0 comes before 1 */
const codeOf = (secret: string, later = 1) => totpCode(bytesOf(secret), presentStep() + later)

async function signIn(): Promise<SupabaseClient> {
  const person = client()
  const { error } = await person.auth.signInWithPassword({ ...admin })
  expect(error).toBe(null)
  return person
}

async function enroll(person: SupabaseClient) {
  const { data, error } = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  return { id: data.id, ...data.totp }
}

/** Signs in and sets up a second factor. */
async function withFactor() {
  const person = await signIn()
  const { id, secret } = await enroll(person)
  const { error } = await person.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 0) })
  expect(error).toBe(null)
  return { person, id, secret }
}

const writes = async (person: SupabaseClient) =>
  (await person.from('jobs').insert({ title: 'A notice', slug: crypto.randomUUID() })).error?.code ?? 'yes'

async function recoveryCodes(person: SupabaseClient): Promise<string[]> {
  const { data } = await person.auth.getSession()
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` }
  const response = await fetch(`${url}/auth/v1/factors/recovery-codes`, { method: 'POST', headers })
  return ((await response.json()) as { codes: string[] }).codes
}

describe('signing out without the second factor', () => {
  test('the scope global, which the official client uses, ends that session alone', async () => {
    const { person } = await withFactor()
    const unverified = await signIn()
    const token = await tokenOf(unverified)
    expect((await unverified.auth.signOut()).error).toBe(null)
    expect(await signOut(token, 'local')).toEqual([403, 'session_not_found'])
    expect(await writes(person)).toBe('yes')
  })

  test('the scope others is refused and ends nothing', async () => {
    const { person } = await withFactor()
    const unverified = await tokenOf(await signIn())
    expect(await signOut(unverified, 'others')).toEqual([403, 'insufficient_aal'])
    expect(await writes(person)).toBe('yes')
    expect(await signOut(unverified, 'local')).toEqual([204, null])
  })

  test('a token from before the second factor ends its own session alone', async () => {
    const other = await signIn()
    const person = await signIn()
    const before = await tokenOf(person)
    const { id, secret } = await enroll(person)
    await person.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 0) })
    expect(await signOut(before, 'global')).toEqual([204, null])
    expect(await signOut(await tokenOf(other), 'local')).toEqual([204, null])
  })

  test('with the second factor it ends all sessions of the account', async () => {
    const { person } = await withFactor()
    const other = await tokenOf(await signIn())
    expect((await person.auth.signOut()).error).toBe(null)
    expect(await signOut(other, 'local')).toEqual([403, 'session_not_found'])
  })
})

async function tokenOf(person: SupabaseClient): Promise<string> {
  return (await person.auth.getSession()).data.session?.access_token ?? ''
}

/** @returns status and code of the error */
async function signOut(token: string, scope: string): Promise<[status: number, code: string | null]> {
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/auth/v1/logout?scope=${scope}`, { method: 'POST', headers })
  return [response.status, response.headers.get('x-sb-error-code')]
}

describe('enrolling a second factor with the official client', () => {
  test('a factor has a QR code, an address for apps and a secret, and counts after its first code', async () => {
    const person = await signIn()
    const { id, secret, uri, qr_code } = await enroll(person)
    expect(uri).toBe(
      `otpauth://totp/Suchana:${encodeURIComponent(admin.email)}?secret=${secret}&issuer=Suchana&algorithm=SHA1&digits=6&period=30`,
    )
    expect(bytesOf(secret)).toHaveLength(20)
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^>]*>.*<\/svg>\s*$/s)
    expect(await writes(person)).toBe('yes')
    expect((await person.auth.mfa.listFactors()).data).toMatchObject({ all: [{ id, status: 'unverified' }], totp: [] })

    const { data, error } = await person.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 0) })
    expect(error).toBe(null)
    expect(claimsOf(data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    })
    expect((await person.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id, friendly_name: 'Phone' }])
    expect(await writes(person)).toBe('yes')
  })

  test('nothing in the database holds the secret', async () => {
    const { secret } = await withFactor()
    const [row] = await sql`select to_jsonb(factors)::text as text from staff.factors`
    expect(row?.['text']).not.toContain(secret)
    expect(row?.['text']).not.toContain(bytesOf(secret).toString('base64url'))
    expect(row?.['text']).not.toContain(bytesOf(secret).toString('hex'))
  })

  test('a factor that got no code is replaced by the next one, and verified ones keep their name', async () => {
    const { person } = await withFactor()
    const renamed = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(renamed.error?.code).toBe('mfa_factor_name_conflict')
    await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Laptop' })
    const { data } = await person.auth.mfa.listFactors()
    expect(data?.all.map((factor) => factor.friendly_name)).toEqual(['Phone', 'Laptop'])
  })
})

describe('signing in with a second factor', () => {
  test('after the password an account with a factor has no rights, and all of them after the code', async () => {
    const { id, secret, person: first } = await withFactor()
    const person = await signIn()
    const { data: level } = await person.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect(await writes(person)).toBe('42501')
    expect((await person.rpc('staff_access')).data).toMatchObject({ role: 'admin', missing: 'verify' })
    await person.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
    expect(await writes(person)).toBe('yes')
    expect((await person.rpc('staff_access')).data).toMatchObject({ role: 'admin', missing: null })
    expect((await person.auth.refreshSession()).error).toBe(null)
    expect(await writes(person)).toBe('yes')
    expect(await writes(first)).toBe('yes')
  })

  test('a code counts once, and none of an earlier step after it', async () => {
    const { id, secret } = await withFactor()
    const code = codeOf(secret)
    const [one, two] = [await signIn(), await signIn()]
    const outcomes = await Promise.all(
      [one, two].map((person) => person.auth.mfa.challengeAndVerify({ factorId: id, code })),
    )
    expect(outcomes.map(({ error }) => error?.code ?? 'in').sort()).toEqual(['in', 'mfa_verification_failed'])
    const third = await signIn()
    const earlier = await third.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 0) })
    expect(earlier.error?.code).toBe('mfa_verification_failed')
  })

  test('a code whose answer was lost signs in the session that gave it again, and no other', async () => {
    const { person, id, secret } = await withFactor()
    const [spare = ''] = await recoveryCodes(person)
    for (const code of [codeOf(secret), spare]) {
      const [one, other] = [await signIn(), await signIn()]
      const { data } = await one.auth.getSession()
      await one.auth.mfa.challengeAndVerify({ factorId: id, code })
      const again = client()
      // What the browser still has whose answer was lost.
      await again.auth.setSession(data.session as NonNullable<typeof data.session>)
      await sql`update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'`
      expect((await again.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBe(null)
      expect(await writes(again)).toBe('yes')
      expect((await again.auth.refreshSession()).error).toBe(null)
      const stolen = await other.auth.mfa.challengeAndVerify({ factorId: id, code })
      expect(stolen.error?.code).toBe('mfa_verification_failed')
    }
  })

  test.each([
    ['a wrong code', (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0')],
    ['a code of two minutes ago', (secret: string) => codeOf(secret, -4)],
    ['no code', () => ''],
    ['a recovery code that nobody has', () => 'abcde-fghjk'],
  ])('%s is refused', async (_what, code) => {
    const { id, secret } = await withFactor()
    const person = await signIn()
    const { error } = await person.auth.mfa.challengeAndVerify({ factorId: id, code: code(secret) })
    expect(error?.code).toBe('mfa_verification_failed')
    expect(await writes(person)).toBe('42501')
  })

  test('after five wrong codes the right one has to wait, too', async () => {
    const { id, secret, person: first } = await withFactor()
    await first.auth.signOut()
    const person = client(keys.publishableKey, { 'x-client': '203.0.113.7' })
    await person.auth.signInWithPassword({ ...admin })
    const codes: (string | undefined)[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const code = attempt < 6 ? '000000' : codeOf(secret)
      codes.push((await person.auth.mfa.challengeAndVerify({ factorId: id, code })).error?.code)
    }
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'mfa_verification_failed'))
    expect(codes.at(-1)).toBe('over_request_rate_limit')
  })

  test('a challenge of another session, or one that has expired, is refused', async () => {
    const { id, secret } = await withFactor()
    const [one, two] = [await signIn(), await signIn()]
    const { data } = await one.auth.mfa.challenge({ factorId: id })
    const verify = (challengeId: string) =>
      two.auth.mfa.verify({ factorId: id, challengeId, code: codeOf(secret) }).then(({ error }) => error?.code)
    expect(await verify(data?.id ?? '')).toBe('mfa_challenge_expired')
    expect(await verify('1.x')).toBe('mfa_challenge_expired')
    expect(await verify('')).toBe('mfa_challenge_expired')
  })

  test('without the second factor nobody removes or adds one, changes the password, or makes recovery codes', async () => {
    const { id } = await withFactor()
    const person = await signIn()
    expect((await person.auth.mfa.unenroll({ factorId: id })).error?.code).toBe('insufficient_aal')
    const added = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })
    expect(added.error?.code).toBe('insufficient_aal')
    const password = { password: 'another long password', current_password: admin.password }
    expect((await person.auth.updateUser(password)).error?.code).toBe('insufficient_aal')
    expect(await recoveryCodes(person)).toBe(undefined)
    expect(await sql`select id from staff.factors`).toHaveLength(1)
  })

  test('a session whose sign-in is long ago adds no factor, also after a refresh: its token may be stolen', async () => {
    const person = await signIn()
    await sql`update staff.session_methods set at = now() - interval '16 minutes'`
    const add = () => person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect((await add()).error?.code).toBe('reauthentication_needed')
    expect((await person.auth.refreshSession()).error).toBe(null)
    expect((await add()).error?.code).toBe('reauthentication_needed')
    expect(await sql`select from staff.factors`).toHaveLength(0)
    await person.auth.signInWithPassword({ ...admin })
    expect((await add()).error).toBe(null)
  })

  test('the database refuses another factor to a session that waited for the first one', async () => {
    const sessionOf = async () => {
      const { data } = await (await signIn()).auth.getSession()
      return String(claimsOf(data.session?.access_token ?? '')['session_id'])
    }
    const [one, two] = [await sessionOf(), await sessionOf()]
    const add = async (session: string, name: string) =>
      (await sql`select rules.add_factor(${session}, ${name}, 'x') as id`)[0]?.['id'] as string | null
    const factor = await add(one, 'First')
    let added: Promise<string | null> = Promise.resolve('')
    await sql.begin(async (first) => {
      await first`select rules.verify_factor(${one}, ${factor}, 1, 'a token', '30 days')`
      added = add(two, 'Second')
      await expect
        .poll(
          async () =>
            (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
              .count,
          { timeout: 20_000 },
        )
        .toBeGreaterThan(0)
    })
    expect(await added).toBe(null)
    const [unverified] = await sql`insert into staff.factors (account, name, secret)
      select account, 'Third', 'x' from staff.factors returning id`
    const verify = async (session: string) =>
      (
        await sql`select rules.verify_factor(${session}, ${unverified?.['id']}, 1, ${crypto.randomUUID()}, '30 days') as it`
      )[0]?.['it']
    expect(await verify(two)).toBe(null)
    expect(await sql`select name from staff.factors where verified_at is not null`).toEqual([{ name: 'First' }])
    expect(await verify(one)).not.toBe(null)
  })

  test('the factor of another account cannot be seen, verified or removed', async () => {
    const { id, secret } = await withFactor()
    const other = { email: 'other@example.org', password: 'a long password for tests' }
    const encrypted = sql`(select encrypted_password from auth.users where email = ${admin.email})`
    await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role)
      values (gen_random_uuid(), ${other.email}, ${encrypted}, now(), 'authenticated', 'authenticated')`
    const person = client()
    expect((await person.auth.signInWithPassword(other)).error).toBe(null)
    expect((await person.auth.mfa.challenge({ factorId: id })).error?.code).toBe('mfa_factor_not_found')
    const verified = await person.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
    expect(verified.error?.code).toBe('mfa_factor_not_found')
    expect((await person.auth.mfa.unenroll({ factorId: id })).error?.code).toBe('mfa_factor_not_found')
  })

  test('removing the last factor ends its assurance, and the account works with the password again', async () => {
    const { person, id } = await withFactor()
    expect((await person.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id })
    expect(await writes(await signIn())).toBe('yes')
    expect(await sql`select aal from auth.sessions where aal = 'aal2'`).toEqual([])
  })

  test('where a second factor is required, an account without one can only enroll', async () => {
    await sql`update staff.settings set second_factor_of = 'admin'`
    const person = await signIn()
    expect(await writes(person)).toBe('42501')
    expect((await person.rpc('staff_access')).data).toMatchObject({ missing: 'enroll' })
    const { id, secret } = await enroll(person)
    await person.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
    expect(await writes(person)).toBe('yes')
  })
})

describe('a lost phone', () => {
  test('each recovery code signs in once, also when it is sent twice at the same time', async () => {
    const { person, id } = await withFactor()
    const codes = await recoveryCodes(person)
    expect(new Set(codes).size).toBe(10)
    const [code = ''] = codes
    const [one, two] = [await signIn(), await signIn()]
    const outcomes = await Promise.all(
      [one, two].map((lost) => lost.auth.mfa.challengeAndVerify({ factorId: id, code: code.toUpperCase() })),
    )
    expect(outcomes.map(({ error }) => error?.code ?? 'in').sort()).toEqual(['in', 'mfa_verification_failed'])
    const admitted = outcomes[0]?.error ? two : one
    expect(await writes(admitted)).toBe('yes')
    expect((await admitted.auth.mfa.unenroll({ factorId: id })).error).toBe(null)
    expect(await sql`select hash from staff.recovery_codes`).toEqual([])
  })

  test('new recovery codes replace the old ones, and the database holds neither', async () => {
    const { person, id } = await withFactor()
    const [old = ''] = await recoveryCodes(person)
    const [fresh = ''] = await recoveryCodes(person)
    const rows = JSON.stringify(await sql`select * from staff.recovery_codes`)
    const bare = fresh.replace('-', '')
    for (const text of [fresh, bare, createHash('sha256').update(bare).digest('base64url')])
      expect(rows).not.toContain(text)
    const lost = await signIn()
    const first = await lost.auth.mfa.challengeAndVerify({ factorId: id, code: old })
    expect(first.error?.code).toBe('mfa_verification_failed')
    expect((await lost.auth.mfa.challengeAndVerify({ factorId: id, code: fresh })).error).toBe(null)
  })
})

test.each([
  ['POST', 'factors'],
  ['POST', 'factors/recovery-codes'],
  ['POST', `factors/${crypto.randomUUID()}/challenge`],
  ['POST', `factors/${crypto.randomUUID()}/verify`],
  ['DELETE', `factors/${crypto.randomUUID()}`],
])('%s %s needs a session', async (method, path) => {
  const headers = { apikey: keys.publishableKey }
  expect((await fetch(`${url}/auth/v1/${path}`, { method, headers })).status).toBe(401)
})

test('a session without the factor does not remove it while it gets its first code', async () => {
  const [person, other] = [await signIn(), await signIn()]
  const { id } = await enroll(person)
  const isWaiting = async () =>
    (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%remove_factors%'`).count > 0
  const { removal } = await sql.begin(async (verification) => {
    await verification`update staff.factors set verified_at = now() where id = ${id}`
    const running = other.auth.mfa.unenroll({ factorId: id })
    await expect.poll(isWaiting).toBe(true)
    return { removal: running }
  })
  expect((await removal).error?.code).toBe('insufficient_aal')
  expect((await sql`select id from staff.factors`).map((factor) => factor['id'])).toEqual([id])
})
