import { describe, expect, test } from 'vitest'
import { CONTACT_LINE_MAX, CONTACT_MESSAGE_MAX, INBOX_MAX } from '#domain/limits.ts'
import { as, signIn } from './database-users.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const on = await runBackend(database, { contactInbox: 'on' })
const off = await runBackend(database)

const message = { name: 'Asha Kumari', email: 'asha@example.org', subject: 'A wrong date', message: 'One day\nlater.' }
const count = async () => (await sql`select from contact_messages`).count
const staff = on.client()
await staff.auth.signInWithPassword(admin)

describe('contact messages while the inbox is on', () => {
  test('contact inbox on: a visitor inserts a message and cannot read or delete any', async () => {
    const visitor = on.client()
    expect(await visitor.from('contact_messages').insert(message)).toMatchObject({ status: 201, data: null })
    expect(await visitor.from('contact_messages').insert(message).select()).toMatchObject({ status: 401 })
    expect(await visitor.from('contact_messages').select('subject')).toMatchObject({ status: 401, data: null })
    expect(await visitor.from('contact_messages').delete().eq('id', 1)).toMatchObject({ status: 401 })
  })

  test('contact inbox on: an admin reads messages, newest first, and deletes them, but cannot change them', async () => {
    await on
      .client()
      .from('contact_messages')
      .insert({ ...message, subject: 'A second one' })
    const { data } = await staff.from('contact_messages').select('*').order('created_at', { ascending: false })
    expect(data?.map(({ subject }) => subject)).toEqual(['A second one', 'A wrong date'])
    expect(data?.[1]).toMatchObject(message)
    await staff.from('contact_messages').delete().eq('id', data?.[0].id)
    expect(await count()).toBe(1)
    expect(await staff.from('contact_messages').update({ subject: 'x' }).eq('id', data?.[1].id)).toMatchObject({
      status: 403,
    })
  })

  test('contact inbox on: only an admin deletes many messages at once', async () => {
    await sql`delete from contact_messages`
    await sql`insert into contact_messages (name, email, subject, message)
      select 'Flood', 'flood@example.org', 'Flood', 'Flood ' || number from generate_series(1, 1003) as number`
    const ids = (await sql<{ id: string }[]>`select id from contact_messages order by id`).map(({ id }) => Number(id))
    expect(await on.client().rpc('delete_messages', { up_to: ids.at(-1) })).toMatchObject({ status: 401 })
    await expect(
      as(sql, await signIn(sql, 'editor'), (by) => by`select delete_messages(${ids.slice(0, 9)})`),
    ).rejects.toThrow('you may not delete messages')
    expect(await count()).toBe(1003)
    expect(await staff.rpc('delete_messages', { ids: ids.slice(1001) })).toMatchObject({ data: 2 })
    expect(await staff.rpc('delete_messages', { ids: ids.slice(1001) })).toMatchObject({ data: 0 })
    for (const deleted of [1000, 0])
      expect(await staff.rpc('delete_messages', { up_to: ids[999] })).toMatchObject({ data: deleted })
    expect((await sql`select id::int from contact_messages`).map(({ id }) => id)).toEqual([ids[1000]])
    expect(await staff.rpc('delete_messages', {})).toMatchObject({ data: 0 })
    expect(
      await sql`select from history.changes where table_name = 'contact_messages' and row_id = any (${ids})`,
    ).toHaveLength(1002)
    await sql`delete from contact_messages`
  })

  test('contact inbox on: a request with two messages is rejected', async () => {
    const before = await count()
    expect((await on.client().from('contact_messages').insert([message, message])).error?.message).toBe(
      'One message at a time',
    )
    expect(await count()).toBe(before)
  })

  test('contact inbox on: a message that is sent again, also at the same moment, is stored once', async () => {
    const before = await count()
    const repeated = { ...message, subject: 'An answer that was lost' }
    const send = (changes = {}) =>
      on
        .client()
        .from('contact_messages')
        .insert({ ...repeated, ...changes })
    const answers = await Promise.all([send(), send(), send()])
    expect([...answers, await send()].map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await count()).toBe(before + 1)
    await send({ message: 'Another text' })
    expect(await count()).toBe(before + 2)
    await sql`update contact_messages set created_at = now() - interval '25 hours'`
    await send()
    expect(await count()).toBe(before + 3)
  })

  test('contact inbox on: a message more than 10,000 is refused, until some are deleted', async () => {
    const send = (subject: string) =>
      on
        .client()
        .from('contact_messages')
        .insert({ ...message, subject })
    await sql`insert into contact_messages (name, email, subject, message)
      select 'Flood', 'flood@example.org', 'Flood', 'Flood ' || number from generate_series(1, ${INBOX_MAX - 1 - (await count())}) as number`
    expect(await send('The last one')).toMatchObject({ status: 201 })
    expect(await send('One too many')).toMatchObject({ status: 503, error: { message: 'The inbox is full' } })
    expect(await send('The last one'), 'sent again').toMatchObject({ status: 201 })
    expect(await count()).toBe(INBOX_MAX)
    await sql`delete from contact_messages where name = 'Flood'`
    expect(await send('One too many')).toMatchObject({ status: 201 })
  })

  test.each([
    ['a name that is too long', { name: 'x'.repeat(CONTACT_LINE_MAX + 1) }],
    ['a subject that is too long', { subject: 'x'.repeat(CONTACT_LINE_MAX + 1) }],
    ['a message that is too long', { message: 'x'.repeat(CONTACT_MESSAGE_MAX + 1) }],
    ['an empty message', { message: ' \n ' }],
    ['no name', { name: undefined }],
    ['an invalid e-mail address', { email: 'asha' }],
    ['an e-mail with a second line', { email: 'asha@example.org\r\nBcc: all@example.org' }],
    ['a subject with a second line', { subject: 'A date\r\nBcc: all@example.org' }],
    ['an id chosen by the sender', { id: 1 }],
    ['a time chosen by the sender', { created_at: '2020-01-01T00:00:00Z' }],
  ])('contact inbox on: a message with %s is rejected', async (_what, wrong) => {
    const before = await count()
    const { error } = await on
      .client()
      .from('contact_messages')
      .insert({ ...message, ...wrong })
    expect(error).not.toBe(null)
    expect(await count()).toBe(before)
  })

  test.each(['contact%5fmessages', '%63ontact_messages', 'contact_messages/', '/contact_messages', 'CONTACT_MESSAGES'])(
    'contact inbox on: the address spelled as %s is unknown, so that it cannot bypass the rate limit',
    async (path) => {
      const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' }
      const response = await fetch(`${on.url}/rest/v1/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(message),
      })
      expect(response.status).toBe(404)
    },
  )

  test('contact inbox on: the longest message that the form accepts is stored', async () => {
    const longest = { ...message, name: 'क'.repeat(CONTACT_LINE_MAX), message: 'क'.repeat(CONTACT_MESSAGE_MAX) }
    expect((await on.client().from('contact_messages').insert(longest)).error).toBe(null)
  })
})

describe('contact messages while the inbox is off', () => {
  test('contact inbox off: the database rejects messages of visitors and of admins', async () => {
    const before = await count()
    expect(await off.client().from('contact_messages').insert(message)).toMatchObject({ status: 401 })
    const signedIn = off.client()
    await signedIn.auth.signInWithPassword(admin)
    expect(await signedIn.from('contact_messages').insert(message)).toMatchObject({ status: 403 })
    expect(await count()).toBe(before)
  })
})

test('contact inbox on: names, subjects and addresses lose what is not visible, and joiners of Indian scripts stay', async () => {
  await sql`delete from contact_messages`
  const hidden = {
    name: '\u202eAsha\u200b क्\u200dष',
    email: 'asha\u200b@example.org',
    subject: '\u2066A wrong\ufeff date',
  }
  expect(
    (
      await on
        .client()
        .from('contact_messages')
        .insert({ ...message, ...hidden })
    ).status,
  ).toBe(201)
  const [stored] = await sql`select name, email, subject, message from contact_messages`
  expect(stored).toEqual({ ...message, name: 'Asha क्\u200dष' })
  const unseen = await on
    .client()
    .from('contact_messages')
    .insert({ ...message, name: '\u200b\u202e' })
  expect(unseen).toMatchObject({ status: 400, error: { code: '23514' } })
})
