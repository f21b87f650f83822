import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openSecrets } from './secrets.ts'

let dataDir = ''
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'suchana-secrets-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (env: Record<string, string> = {}) => openSecrets(readConfig({ DATA_DIR: dataDir, ...env }))
const file = () => join(dataDir, 'secrets.json')

test('are generated once, for our eyes only', () => {
  const secrets = open()
  expect(secrets).toEqual({
    publishableKey: expect.stringMatching(/^sb_publishable_[\w-]{32}$/),
    secretKey: expect.stringMatching(/^sb_secret_[\w-]{32}$/),
    jwtSecret: expect.stringMatching(/^[\w-]{64}$/),
    vapidPublicKey: expect.stringMatching(/^B[\w-]{86}$/),
    vapidPrivateKey: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(open()).toEqual(secrets)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
})

test('that are configured come first', () => {
  const generated = open()
  const jwtSecret = 'x'.repeat(40)
  expect(open({ SUPABASE_JWT_SECRET: jwtSecret })).toEqual({ ...generated, jwtSecret })
})

test('make a pair that can be configured elsewhere', () => {
  const { vapidPublicKey, vapidPrivateKey } = open()
  const pair = { VAPID_PUBLIC_KEY: vapidPublicKey, VAPID_PRIVATE_KEY: vapidPrivateKey }
  expect(open(pair)).toMatchObject({ vapidPublicKey, vapidPrivateKey })
  expect(() => open({ ...pair, VAPID_PRIVATE_KEY: `A${vapidPrivateKey.slice(1, -1)}A` })).toThrow(
    /^VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY/,
  )
})

test('that were all configured leave no file', () => {
  const all = open()
  rmSync(file())
  open({
    SUPABASE_PUBLISHABLE_KEY: all.publishableKey,
    SUPABASE_SECRET_KEY: all.secretKey,
    SUPABASE_JWT_SECRET: all.jwtSecret,
    VAPID_PUBLIC_KEY: all.vapidPublicKey,
    VAPID_PRIVATE_KEY: all.vapidPrivateKey,
  })
  expect(readdirSync(dataDir)).toEqual([])
})

test('of an older file are kept and completed', () => {
  writeFileSync(file(), JSON.stringify({ jwtSecret: 'older' }))
  const secrets = open()
  expect(secrets.jwtSecret).toBe('older')
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(secrets)
})

test('in a damaged file refuse the start without showing it', () => {
  writeFileSync(file(), '{"jwtSecret": "hunter2')
  expect(() => open()).toThrow(/^The generated keys in .*secrets.json cannot be read \(it is damaged\)/)
})
