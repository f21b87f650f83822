import { describe, expect, test } from 'vitest'
import { CONTACT_LINE_MAX, CONTACT_MESSAGE_MAX } from '#domain/limits.ts'
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

describe('while messages are taken', () => {
  test('a visitor leaves one, and sees nothing of it or of others', async () => {
    const visitor = on.client()
    expect(await visitor.from('contact_messages').insert(message)).toMatchObject({ status: 201, data: null })
    expect(await visitor.from('contact_messages').insert(message).select()).toMatchObject({ status: 401 })
    expect(await visitor.from('contact_messages').select('subject')).toMatchObject({ status: 401, data: null })
    expect(await visitor.from('contact_messages').delete().eq('id', 1)).toMatchObject({ status: 401 })
  })

  test('staff reads it, newest first, and deletes it', async () => {
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

  test('one request is one message', async () => {
    const before = await count()
    expect((await on.client().from('contact_messages').insert([message, message])).error?.message).toBe(
      'One message at a time',
    )
    expect(await count()).toBe(before)
  })

  test.each([
    ['an endless name', { name: 'x'.repeat(CONTACT_LINE_MAX + 1) }],
    ['an endless subject', { subject: 'x'.repeat(CONTACT_LINE_MAX + 1) }],
    ['an endless message', { message: 'x'.repeat(CONTACT_MESSAGE_MAX + 1) }],
    ['an empty message', { message: ' \n ' }],
    ['no name', { name: undefined }],
    ['an e-mail that is none', { email: 'asha' }],
    ['an e-mail with a second line', { email: 'asha@example.org\r\nBcc: all@example.org' }],
    ['a subject with a second line', { subject: 'A date\r\nBcc: all@example.org' }],
    ['an id of their own', { id: 1 }],
    ['a time of their own', { created_at: '2020-01-01T00:00:00Z' }],
  ])('%s is refused', async (_what, wrong) => {
    const before = await count()
    const { error } = await on
      .client()
      .from('contact_messages')
      .insert({ ...message, ...wrong })
    expect(error).not.toBe(null)
    expect(await count()).toBe(before)
  })

  test.each(['contact%5fmessages', '%63ontact_messages', 'contact_messages/', '/contact_messages', 'CONTACT_MESSAGES'])(
    'the address has no other spelling, which limits would not know: %s',
    async (path) => {
      const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' }
      const answer = await fetch(`${on.url}/rest/v1/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(message),
      })
      expect(answer.status).toBe(404)
    },
  )

  test('the longest that the form lets through is not', async () => {
    const longest = { ...message, name: 'क'.repeat(CONTACT_LINE_MAX), message: 'क'.repeat(CONTACT_MESSAGE_MAX) }
    expect((await on.client().from('contact_messages').insert(longest)).error).toBe(null)
  })
})

describe('while none are taken', () => {
  test('the database refuses them, from visitors and from staff', async () => {
    const before = await count()
    expect(await off.client().from('contact_messages').insert(message)).toMatchObject({ status: 401 })
    const signedIn = off.client()
    await signedIn.auth.signInWithPassword(admin)
    expect(await signedIn.from('contact_messages').insert(message)).toMatchObject({ status: 403 })
    expect(await count()).toBe(before)
  })
})
