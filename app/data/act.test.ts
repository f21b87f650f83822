import { afterEach, expect, test, vi } from 'vitest'
import { SESSION } from '#domain/admin/messages.ts'
import { clientOfAct, newAct } from './act.ts'
import { createAdminClient } from './admin-client.ts'
import { changePush, sendDraft } from './push-client.ts'
import { makeRecoveryCodes } from './staff.ts'

const EMPTY = { title: '', body: '', category: 'jobs', image: null, url: '/' } as const

afterEach(() => vi.unstubAllGlobals())

/** A browser in which an account is signed in, and what is sent there. */
async function browserOf(account: string) {
  const sent: string[] = []
  vi.stubGlobal('fetch', (input: string | URL) => {
    sent.push(new URL(input, 'https://suchana.example').pathname)
    const session = { access_token: 'e30.e30.e30', refresh_token: 'refresh', token_type: 'bearer', expires_in: 3_600 }
    return Promise.resolve(Response.json({ ...session, user: { id: account } }))
  })
  const client = createAdminClient('https://suchana.example', 'key')
  await client.auth.signInWithPassword({ email: `${account}@suchana.example`, password: 'a password' })
  await client.auth.stopAutoRefresh()
  sent.length = 0
  return { client, sent }
}

test('no call of an act is sent in the name of another account than that of the act', async () => {
  const { client, sent } = await browserOf('ed')
  const own = clientOfAct(client, newAct('form'), 'asha')
  const over = { message: SESSION.over, status: 401 }
  await expect(changePush(own, { id: 1, to: 'cancelled', unsent: true })).rejects.toMatchObject(over)
  await expect(sendDraft(own, EMPTY, 'https://push.example')).rejects.toMatchObject(over)
  await expect(makeRecoveryCodes(own)).rejects.toMatchObject(over)
  expect(sent).toEqual([])
})

test.each(['ed', ''])('a call of an act of %j has the token of who is signed in', async (owner) => {
  const { client, sent } = await browserOf('ed')
  await sendDraft(clientOfAct(client, newAct('form'), owner), EMPTY, 'https://push.example')
  expect(sent).toEqual(['/functions/v1/push-notifications/test'])
})

test('no call of an act is sent after the sign-out', async () => {
  const { client, sent } = await browserOf('ed')
  await client.auth.signOut({ scope: 'local' })
  sent.length = 0
  const own = clientOfAct(client, newAct('form'))
  await expect(changePush(own, { id: 1, to: 'cancelled', unsent: true })).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual([])
})
