import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addAdmin } from '#backend/auth/admins.ts'
import { RECOVERY_LIMITS } from '#domain/staff-limits.ts'
import { openMailServer } from '#test/fakes/mail-server.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase, siteUrl } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const mails: string[] = []
const mailServer = await openMailServer(mails)
const { port } = mailServer.address() as { port: number }
const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'portal@example.org' }
const { client, url } = await runBackend(database, { mail })
const withoutMail = await runBackend(database)
const password = 'a password of an editor'
const invited = { email: 'asha@example.org', role: 'editor' }

afterAll(() => new Promise((resolve) => mailServer.close(resolve)))
beforeEach(() => {
  mails.length = 0
})
afterEach(async () => {
  await sql`delete from auth.users where email <> ${admin.email}`
  await sql`delete from staff.links`
  await sql`delete from sign_in_attempts`
})

test('a server that stops does not wait for a mail server that does not answer, and the link that was not sent ends', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port: silentPort } = silent.address() as { port: number }
  const itsDatabase = await makeDatabase('migrated')
  const stopping = await runBackend(itsDatabase, {
    mail: { ...mail, smtpUrl: `smtp://127.0.0.1:${silentPort}` },
  })
  const connected = once(silent, 'connection')
  await fetch(`${stopping.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.email }),
  })
  const [connection] = (await connected) as [Socket]
  const begun = performance.now()
  await stopping.stop()
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(await itsDatabase.sql`select expires_at <= now() as has_ended from staff.links`).toEqual([{ has_ended: true }])
  connection.destroy()
  silent.close()
})

async function tokenOf(account: { email: string; password: string } = { ...admin }) {
  const { data } = await client().auth.signInWithPassword(account)
  return data.session?.access_token ?? ''
}

interface Made {
  action_link: string
  hashed_token: string
  is_mailed: boolean
  error_code?: string
}

async function makeLink(body: object, { token, at = url }: { token?: string; at?: string } = {}) {
  const authorization = `Bearer ${token ?? (await tokenOf())}`
  const response = await fetch(`${at}/auth/v1/admin/generate_link`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, authorization },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Made }
}

const invite = ({ email = invited.email, ...more }: { email?: string } & object = {}) =>
  makeLink({ type: 'invite', email, data: { role: invited.role, ...more } })

/** The accept page sends the password with the link, so that a lost answer leaves no account without one. */
async function accept(type: string, token_hash: string, values: object = { password, data: { display_name: 'Asha' } }) {
  const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ type, token_hash, ...values })
  const response = await fetch(`${url}/auth/v1/verify`, { method: 'POST', headers, body })
  const answer = (await response.json()) as { access_token?: string; msg?: string; error_code?: string }
  return { status: response.status, ...answer }
}

const linkIn = (text: string | undefined, kind: string) =>
  new RegExp(`${siteUrl}/admin/accept#${kind}=([\\w-]+)`).exec(
    (text ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '='),
  )?.[1]

describe('invitations', () => {
  test('an invitation is shown and mailed, gives name, password and role once, and begins a session', async () => {
    const { status, body } = await invite()
    expect(status).toBe(200)
    expect(body).toMatchObject({ is_mailed: true, action_link: `${siteUrl}/admin/accept#invite=${body.hashed_token}` })
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(`To: ${invited.email}`)
    expect(mails[0]).toContain('Auto-Submitted: auto-generated')
    expect(linkIn(mails[0], 'invite')).toBe(body.hashed_token)
    const { access_token = '' } = await accept('invite', body.hashed_token)
    const own = client(keys.publishableKey, { authorization: `Bearer ${access_token}` })
    expect((await own.rpc('staff_access')).data).toMatchObject({ role: 'editor', name: 'Asha', missing: null })
    expect((await client().auth.signInWithPassword({ email: invited.email, password })).error).toBe(null)
    expect(await accept('invite', body.hashed_token)).toMatchObject({ status: 403, error_code: 'otp_expired' })
  })

  test('of two who use a link at the same time, one gets in', async () => {
    const { hashed_token } = (await invite()).body
    const answers = await Promise.all([accept('invite', hashed_token), accept('invite', hashed_token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  test('the official client uses a link, and may choose a password without a current one for a while', async () => {
    const { hashed_token } = (await invite()).body
    const person = client()
    const { data, error } = await person.auth.verifyOtp({ type: 'invite', token_hash: hashed_token })
    expect([error, data.user?.email]).toEqual([null, invited.email])
    expect((await person.auth.updateUser({ password })).error).toBe(null)
    expect((await client().auth.signInWithPassword({ email: invited.email, password })).error).toBe(null)
    await sql`update staff.session_methods set at = now() - interval '16 minutes' where method = 'otp'`
    expect((await person.auth.updateUser({ password: 'another password' })).error?.code).toBe(
      'current_password_required',
    )
  })

  test('an address loses what is not visible in it', async () => {
    for (const email of ['\u200basha@example.org', 'asha\u202e@example.org', 'asha\0\u0085@example.org'])
      expect((await invite({ email })).body).toMatchObject({ email: 'asha@example.org' })
  })

  test('a newer invitation replaces an older one, and the database holds no link', async () => {
    const older = (await invite()).body.hashed_token
    const newer = (await invite()).body.hashed_token
    const [row] = await sql`select to_jsonb(links)::text as text from staff.links`
    expect(row?.['text']).not.toContain(newer)
    expect((await accept('invite', older)).status).toBe(403)
    expect((await accept('invite', newer)).status).toBe(200)
  })

  test('of invitations of a new address at the same time each gets a link, and one of them works', async () => {
    const token = await tokenOf()
    const body = { type: 'invite', email: invited.email, data: { role: invited.role } }
    let making: ReturnType<typeof makeLink>[] = []
    await sql.begin(async (transaction) => {
      await transaction`lock table auth.users in share row exclusive mode`
      making = [makeLink(body, { token }), makeLink(body, { token })]
      await vi.waitUntil(
        async () =>
          (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
            .count === making.length,
        { timeout: 20_000 },
      )
    })
    const made = await Promise.all(making)
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
    const used = await Promise.all(made.map(async (link) => (await accept('invite', link.body.hashed_token)).status))
    expect(used.toSorted((one, other) => one - other)).toEqual([200, ...used.slice(1).map(() => 403)])
  })

  test('an invitation that is older than 7 days, or was cancelled, is refused', async () => {
    const { hashed_token } = (await invite()).body
    const [{ days } = { days: 0 }] = await sql<{ days: number }[]>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days from staff.links`
    expect(days).toBe(7)
    await sql`update staff.links set expires_at = now() - interval '1 second'`
    expect(await accept('invite', hashed_token)).toMatchObject({ status: 403, msg: expect.stringContaining('expired') })
    const again = (await invite()).body.hashed_token
    const by = client(keys.publishableKey, { authorization: `Bearer ${await tokenOf()}` })
    const [account] = await sql`select id from auth.users where email = ${invited.email}`
    expect((await by.rpc('cancel_invitation', { member: account?.['id'] })).error).toBe(null)
    expect((await accept('invite', again)).status).toBe(403)
    expect(await sql`select id from auth.users where email = ${invited.email}`).toEqual([])
  })

  test('an account that npm run admin adds meanwhile stays an admin with its own password, whatever the invitation does', async () => {
    const { hashed_token } = (await invite()).body
    const added = { email: invited.email, password: 'a password of the operator' }
    expect(await addAdmin(sql, { createAccount: () => Promise.reject(new Error('exists')) }, added)).toBe('created')
    expect((await accept('invite', hashed_token)).status).toBe(403)
    const [account] = await sql`select id from auth.users where email = ${invited.email}`
    const by = client(keys.publishableKey, { authorization: `Bearer ${await tokenOf()}` })
    expect((await by.rpc('cancel_invitation', { member: account?.['id'] })).error).toBe(null)
    expect(await sql`select role from profiles where id = ${account?.['id']}`).toEqual([{ role: 'admin' }])
    expect((await client().auth.signInWithPassword(added)).error).toBe(null)
  })

  test('an invitation that is still open does nothing to somebody who is on the staff by now', async () => {
    const { hashed_token } = (await invite()).body
    const [account] = await sql`select id from auth.users where email = ${invited.email}`
    await sql`insert into profiles (id, role) values (${account?.['id']}, 'admin')`
    expect((await accept('invite', hashed_token)).status).toBe(403)
    const by = client(keys.publishableKey, { authorization: `Bearer ${await tokenOf()}` })
    expect((await by.rpc('cancel_invitation', { member: account?.['id'] })).error).toBe(null)
    expect(await sql`select role from profiles where id = ${account?.['id']}`).toEqual([{ role: 'admin' }])
  })

  test('a weak password is refused and leaves the link as it was', async () => {
    const { hashed_token } = (await invite()).body
    expect(await accept('invite', hashed_token, { password: 'short' })).toMatchObject({ error_code: 'weak_password' })
    expect((await accept('invite', hashed_token)).status).toBe(200)
  })

  test('an invited account has no rights and cannot sign in before it has accepted', async () => {
    await invite()
    expect((await client().auth.signInWithPassword({ email: invited.email, password })).error?.status).toBe(400)
    expect(await sql`select from profiles join auth.users using (id) where email = ${invited.email}`).toEqual([])
  })

  test('members of the staff, malformed addresses and unknown roles cannot be invited', async () => {
    expect(await makeLink({ type: 'invite', email: admin.email, data: { role: 'editor' } })).toMatchObject({
      status: 422,
      body: { error_code: 'email_exists' },
    })
    for (const wrong of [
      { type: 'invite', email: 'nobody', data: { role: 'editor' } },
      { type: 'invite', email: 'Asha<asha@example.org>', data: { role: 'editor' } },
      { type: 'invite', email: 'asha,ravi@example.org', data: { role: 'editor' } },
      { type: 'invite', email: 'asha@example.org\r\nBcc: ravi@example.org', data: { role: 'editor' } },
      { type: 'invite', email: 'asha\u200d@example.org', data: { role: 'editor' } },
      { type: 'invite', email: 'asha\ud800@example.org', data: { role: 'editor' } },
      { type: 'invite', email: invited.email, data: { role: 'owner' } },
      { type: 'invite', email: invited.email },
      {},
    ])
      expect((await makeLink(wrong)).status).toBe(400)
  })

  test('editors, visitors and former sessions make no links', async () => {
    const { hashed_token } = (await invite()).body
    const { access_token = '' } = await accept('invite', hashed_token)
    const wanted = { type: 'invite', email: 'third@example.org', data: { role: 'admin' } }
    expect((await makeLink(wanted, { token: access_token })).status).toBe(403)
    expect((await makeLink(wanted, { token: '' })).status).toBe(401)
    const ended = await tokenOf()
    await sql`delete from auth.sessions`
    expect((await makeLink(wanted, { token: ended })).status).toBe(401)
    expect(await sql`select from auth.users where email = 'third@example.org'`).toEqual([])
  })

  test.each<[what: string, role: string, isActive: boolean]>([
    ['deactivated', 'admin', false],
    ['made an editor', 'editor', true],
  ])('when an admin is %s, the open links that this admin made end', async (_what, role, isActive) => {
    const own = await tokenOf()
    const wanted = { type: 'invite', email: 'second@example.org', data: { role: 'admin' } }
    const { access_token: second = '' } = await accept(
      'invite',
      (await makeLink(wanted, { token: own })).body.hashed_token,
    )
    const [by] = await sql`select id from auth.users where email = ${wanted.email}`
    const invitation = (await makeLink({ ...wanted, email: invited.email }, { token: second })).body.hashed_token
    const recovery = (await makeLink({ type: 'recovery', email: admin.email }, { token: second })).body.hashed_token
    const others = (await makeLink({ ...wanted, email: 'third@example.org' }, { token: own })).body.hashed_token
    const first = client(keys.publishableKey, { authorization: `Bearer ${own}` })
    const change = { member: by?.['id'], new_role: role, is_active: isActive }
    expect((await first.rpc('change_staff_member', change)).error).toBe(null)
    expect((await accept('invite', invitation)).status).toBe(403)
    expect((await accept('recovery', recovery)).status).toBe(403)
    expect(await sql`select from auth.users where email = ${invited.email}`).toEqual([])
    expect((await accept('invite', others, { password, data: { display_name: 'Ravi' } })).status).toBe(200)
  })

  test('a link that is made while its admin is deactivated does not come to be', async () => {
    const [by] = await sql`select id from auth.users where email = ${admin.email}`
    const maker = String(by?.['id'])
    const recover = () => sql`select rules.begin_recovery(${admin.email}, 'x', '1 hour', ${maker})`
    let outcome: Promise<unknown> = Promise.resolve()
    await sql.begin(async (deactivating) => {
      await deactivating`update profiles set deactivated_at = now() where id = ${maker}`
      outcome = recover().then(
        () => 'made',
        ({ code }: { code: string }) => code,
      )
      await vi.waitUntil(
        async () =>
          (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
            .count > 0,
        { timeout: 20_000 },
      )
    })
    expect(await outcome).toBe('42501')
    await sql`update profiles set deactivated_at = null where id = ${maker}`
    expect(await sql`select from staff.links`).toEqual([])
  })

  test('the official client invites with the secret key', async () => {
    const server = client(keys.secretKey)
    const { error } = await server.auth.admin.inviteUserByEmail(invited.email, { data: { role: 'editor' } })
    expect(error).toBe(null)
    expect(linkIn(mails[0], 'invite')).toBeDefined()
  })

  test('without a mail server the link is shown all the same', async () => {
    const wanted = { type: 'invite', email: invited.email, data: { role: 'editor' } }
    const { body } = await makeLink(wanted, { at: withoutMail.url })
    expect(body).toMatchObject({ is_mailed: false, action_link: expect.stringContaining('#invite=') })
    expect(mails).toEqual([])
  })
})

describe('forgotten passwords', () => {
  test('a link by mail gives a new password once and ends every session', async () => {
    const before = await tokenOf()
    expect((await client().auth.resetPasswordForEmail(admin.email)).error).toBe(null)
    await vi.waitUntil(() => mails.length === 1, { timeout: 20_000 })
    const secret = linkIn(mails[0], 'recovery') ?? ''
    const headers = { apikey: keys.publishableKey, authorization: `Bearer ${before}` }
    expect((await fetch(`${url}/rest/v1/profiles`, { headers })).status).toBe(200)
    expect((await accept('recovery', secret, { password: 'a new password' })).status).toBe(200)
    expect((await fetch(`${url}/rest/v1/profiles`, { headers })).status).toBe(401)
    expect((await client().auth.signInWithPassword({ ...admin })).error?.status).toBe(400)
    expect((await accept('recovery', secret, { password: 'another new one' })).status).toBe(403)
    const { hashed_token } = (
      await makeLink(
        { type: 'recovery', email: admin.email },
        { token: await tokenOf({ ...admin, password: 'a new password' }) },
      )
    ).body
    expect((await accept('recovery', hashed_token, { password: admin.password })).status).toBe(200)
  })

  test('the answer is the same for an unknown address, a deactivated account and within the pause, and mails go to none', async () => {
    const { hashed_token } = (await invite()).body
    await accept('invite', hashed_token)
    await sql`update profiles set deactivated_at = now() from auth.users where users.id = profiles.id and email = ${invited.email}`
    mails.length = 0
    const recover = async (email: string) => {
      const body = JSON.stringify({ email })
      const headers = { apikey: keys.publishableKey }
      const response = await fetch(`${url}/auth/v1/recover`, { method: 'POST', headers, body })
      return [response.status, await response.text()]
    }
    const addresses = ['nobody@example.org', invited.email, admin.email, admin.email]
    for (const email of addresses) expect(await recover(email)).toEqual([200, '{}'])
    await vi.waitUntil(() => mails.length > 0, { timeout: 20_000 })
    expect(await recover('another@example.org')).toEqual([200, '{}'])
    await withoutMail.settled()
    expect(mails.map((text) => /^To: (.*)$/m.exec(text)?.[1])).toEqual([admin.email])
  })

  const request = async (hash: string) =>
    (
      await sql`select rules.request_recovery(${admin.email}, ${hash}, '1 hour',
        ${`${RECOVERY_LIMITS.pauseMinutes} minutes`}::interval, ${RECOVERY_LIMITS.mailsADay}) as done`
    )[0]?.['done']
  const age = (minutes: number) =>
    sql`update staff.links set created_at = created_at - ${`${minutes} minutes`}::interval`

  test('a request does not make an open link of an admin useless, nor a requested one of the last 15 minutes', async () => {
    const { hashed_token } = (await makeLink({ type: 'recovery', email: admin.email })).body
    mails.length = 0
    await age(50)
    const body = JSON.stringify({ email: admin.email })
    const headers = { apikey: keys.publishableKey }
    expect((await fetch(`${url}/auth/v1/recover`, { method: 'POST', headers, body })).status).toBe(200)
    expect(await request('requested')).toBe(false)
    expect((await accept('recovery', hashed_token, { password: admin.password })).status).toBe(200)
    expect(await request('first')).toBe(true)
    await age(14)
    expect(await request('second')).toBe(false)
    await age(1)
    expect(await request('third')).toBe(true)
  })

  test('a link of an admin takes the place of a requested one', async () => {
    expect(await request('requested')).toBe(true)
    const { hashed_token } = (await makeLink({ type: 'recovery', email: admin.email })).body
    expect((await accept('recovery', hashed_token, { password: admin.password })).status).toBe(200)
  })

  test('an account gets five mails a day at most, however often somebody asks', async () => {
    const answers: unknown[] = []
    for (let asked = 0; asked < RECOVERY_LIMITS.mailsADay + 2; asked += 1) {
      answers.push(await request(`link ${asked}`))
      await age(RECOVERY_LIMITS.pauseMinutes)
    }
    expect(answers).toEqual([true, true, true, true, true, false, false])
    await sql`update staff.links set requests = array(select at - interval '1 day' from unnest(requests) as at)`
    expect(await request('the next day')).toBe(true)
  })

  test('a link for a new password does not take the place of a second factor', async () => {
    const [account] = await sql`select id from auth.users where email = ${admin.email}`
    await sql`insert into staff.factors (account, name, secret, verified_at) values (${account?.['id']}, '', 'x', now())`
    const { hashed_token } = (await makeLink({ type: 'recovery', email: admin.email }, { token: keys.secretKey })).body
    expect(hashed_token).toBe(undefined)
    const server = client(keys.secretKey)
    const { data } = await server.auth.admin.generateLink({ type: 'recovery', email: admin.email })
    const { access_token = '' } = await accept('recovery', data.properties?.hashed_token ?? '', {
      password: admin.password,
    })
    const own = client(keys.publishableKey, { authorization: `Bearer ${access_token}` })
    expect((await own.rpc('staff_access')).data).toMatchObject({ missing: 'verify' })
    expect((await own.rpc('is_staff')).data).toBe(false)
    await sql`delete from staff.factors`
  })
})
