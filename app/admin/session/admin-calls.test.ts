import { beforeEach, expect, test, vi } from 'vitest'
import { BackendError } from '#app/data/backend-error.ts'
import type { AdminState } from '#app/data/admin-session.ts'
import { GONE, SESSION } from '#domain/admin/messages.ts'
import { changeAsAdmin, readAsAdmin } from './admin-calls.ts'
import { signInDialog } from './unsaved-work.ts'

/** A browser of which another tab may replace the session. */
const browser = vi.hoisted(() => ({ user: '', state: { kind: 'checking' } as AdminState }))
const signIn = (account: string) => {
  browser.user = account
  browser.state = { kind: 'staff', account, email: `${account}@suchana.example`, role: 'editor', name: null }
}

vi.mock('./session.ts', () => ({
  latestAccount: () => browser.user,
  browserSession: () =>
    Promise.resolve({
      client: {
        rest: { headers: [], fetch },
        auth: { getSession: () => Promise.resolve({ data: { session: { user: { id: browser.user } } } }) },
      },
      current: () => browser.state,
      subscribe: () => () => {},
      check: () => Promise.resolve(browser.state),
    }),
}))

const asked = () => vi.waitUntil(() => signInDialog.get())

beforeEach(() => signIn('asha'))

test('a change of an account is not made while another one is signed in, and is not lost', async () => {
  const change = vi.fn<() => Promise<string>>().mockResolvedValue('saved')
  signIn('ed')
  const saved = changeAsAdmin(change, undefined, 'asha')
  const { owner, onDone } = await asked()
  expect(owner).toBe('asha')
  expect(change).not.toHaveBeenCalled()
  signIn('asha')
  onDone(true)
  expect(await saved).toBe('saved')
  expect(change).toHaveBeenCalledOnce()
})

test("each change asks again after 'Not now'", async () => {
  const change = vi.fn<() => Promise<string>>()
  signIn('ed')
  for (const _ of [1, 2]) {
    const saved = changeAsAdmin(change, undefined, 'asha')
    const { onDone } = await asked()
    onDone(false)
    await expect(saved).rejects.toThrow(SESSION.over)
  }
  expect(change).not.toHaveBeenCalled()
})

test('a change is not made when the answer of the dialog is for another account', async () => {
  const change = vi.fn<() => Promise<string>>()
  signIn('ed')
  const saved = changeAsAdmin(change, undefined, 'asha')
  const { onDone } = await asked()
  onDone(true)
  await expect(saved).rejects.toThrow(SESSION.over)
  expect(change).not.toHaveBeenCalled()
})

test.each(['asha', ''])('the signed-in account is not asked for a change of %j', async (owner) => {
  expect(await changeAsAdmin(() => Promise.resolve('saved'), undefined, owner)).toBe('saved')
  expect(signInDialog.get()).toBeNull()
})

test.each([
  ['as a call without a session', new BackendError('JWT expired', { code: 'PGRST303', status: 401 })],
  [
    'because its row is hidden from a session that has ended',
    new BackendError(GONE, { code: 'PGRST116', status: 404 }),
  ],
])('a change that was rejected %s is not made by who has signed in meanwhile', async (_, rejection) => {
  const change = vi.fn<() => Promise<string>>().mockResolvedValue('saved')
  change.mockImplementationOnce(() => {
    signIn('ed')
    return Promise.reject(rejection)
  })
  const saved = changeAsAdmin(change, undefined, 'asha')
  const { owner, onDone } = await asked()
  expect(owner).toBe('asha')
  expect(change).toHaveBeenCalledOnce()
  signIn('asha')
  onDone(true)
  expect(await saved).toBe('saved')
  expect(change).toHaveBeenCalledTimes(2)
})

test('a change of a row that is gone is reported to who is still signed in', async () => {
  const gone = new BackendError(GONE, { code: 'PGRST116', status: 404 })
  await expect(changeAsAdmin(() => Promise.reject(gone), undefined, 'asha')).rejects.toThrow(GONE)
  expect(signInDialog.get()).toBeNull()
})

test('a call whose token had expired unnoticed is made again, once, while the session goes on', async () => {
  const refused = new BackendError('JWT expired', { code: 'PGRST303', status: 401 })
  for (const make of [changeAsAdmin, readAsAdmin]) {
    const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refused).mockResolvedValueOnce('done')
    expect(await make(call)).toBe('done')
    const refusedCall = vi.fn<() => Promise<string>>().mockRejectedValue(refused)
    await expect(make(refusedCall)).rejects.toThrow('JWT expired')
    expect(refusedCall).toHaveBeenCalledTimes(2)
  }
  expect(signInDialog.get()).toBeNull()
})
