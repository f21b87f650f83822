import { compareSync, getRounds, hashSync } from 'bcryptjs'
import { afterEach, expect, test } from 'vitest'
import { TooManyWaiting } from '#backend/limiter.ts'
import { openPasswordHashes, type PasswordHashes } from './password-hashes.ts'

const opened: PasswordHashes[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((passwords) => passwords.close()))
})

function open(): PasswordHashes {
  const passwords = openPasswordHashes()
  opened.push(passwords)
  return passwords
}

/** Cheap, so that the tests are fast. */
const hash = hashSync('right', 4)

test('a password belongs to its own hash only, and none to that of an unknown account', async () => {
  const passwords = open()
  expect(await passwords.matches('right', hash, 'unknown')).toBe(true)
  expect(await passwords.matches('wrong', hash, 'known')).toBe(false)
  expect(await passwords.matches('right', null, 'unknown')).toBe(false)
  expect(await passwords.matches('right', 'no hash', 'unknown')).toBe(false)
})

test('a hash has the cost of sign-in', async () => {
  const created = await open().create('a new password', 'known')
  expect([getRounds(created), compareSync('a new password', created)]).toEqual([10, true])
})

test('a full queue of unknown clients rejects more of them, and known clients get every second turn', async () => {
  const passwords = open()
  const order: string[] = []
  const unknown = Array.from({ length: 31 }, () =>
    passwords.matches('x', hash, 'unknown').then(() => order.push('unknown')),
  )
  await expect(passwords.matches('x', hash, 'unknown')).rejects.toThrow(TooManyWaiting)
  const known = Array.from({ length: 3 }, () => passwords.matches('x', hash, 'known').then(() => order.push('known')))
  await Promise.all([...unknown, ...known])
  expect(order.slice(0, 6)).toEqual(['unknown', 'known', 'unknown', 'known', 'unknown', 'known'])
})

test('a task that the thread cannot do fails, and the next one is done', async () => {
  const passwords = open()
  await expect(passwords.matches(undefined as unknown as string, hash, 'unknown')).rejects.toThrow(/Illegal arguments/)
  expect(await passwords.matches('right', hash, 'unknown')).toBe(true)
})

test('a task that waits when the server stops is rejected', async () => {
  const passwords = openPasswordHashes()
  const waiting = passwords.matches('x', hash, 'unknown')
  await Promise.all([passwords.close(), expect(waiting).rejects.toThrow('aborted')])
})
