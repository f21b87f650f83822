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

test('secrets are generated once, in a file that only its owner can read', () => {
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

test('configured secrets override generated ones', () => {
  const generated = open()
  const jwtSecret = 'x'.repeat(40)
  expect(open({ SUPABASE_JWT_SECRET: jwtSecret })).toEqual({ ...generated, jwtSecret })
})

test('generated VAPID keys can be configured as a pair, and a mismatched pair is rejected', () => {
  const { vapidPublicKey, vapidPrivateKey } = open()
  const pair = { VAPID_PUBLIC_KEY: vapidPublicKey, VAPID_PRIVATE_KEY: vapidPrivateKey }
  expect(open(pair)).toMatchObject({ vapidPublicKey, vapidPrivateKey })
  expect(() => open({ ...pair, VAPID_PRIVATE_KEY: `A${vapidPrivateKey.slice(1, -1)}A` })).toThrow(
    /^VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY/,
  )
})

test('no file is written when all secrets are configured', () => {
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

test('secrets of an incomplete file are preserved and the missing ones are added', () => {
  writeFileSync(file(), JSON.stringify({ jwtSecret: 'older' }))
  const secrets = open()
  expect(secrets.jwtSecret).toBe('older')
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(secrets)
})

test('a damaged file causes an error that does not contain its content', () => {
  writeFileSync(file(), '{"jwtSecret": "hunter2')
  expect(() => open()).toThrow(/^The generated keys in .*secrets.json cannot be read \(it is damaged\)/)
})
