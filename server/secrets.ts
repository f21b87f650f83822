import { createECDH, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '#backend/make-folder.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import type { Config } from './config.ts'

const secretsFile = z.object({
  publishableKey: z.string(),
  secretKey: z.string(),
  jwtSecret: z.string(),
  vapidPublicKey: z.string(),
  vapidPrivateKey: z.string(),
})

export type Secrets = z.infer<typeof secretsFile>

/**
 * The keys of the backend and of web push: configured ones, else those that were generated at the first start. Call it
 * while the data folder is locked.
 * @throws StartupError when DATA_DIR/secrets.json cannot be read or written, or the VAPID keys do not match
 */
export function openSecrets(config: Config): Secrets {
  const configured = configuredSecrets(config)
  const complete = secretsFile.safeParse(configured)
  if (complete.success) return complete.data

  const file = join(config.dataDir, 'secrets.json')
  const stored = readSecrets(file)
  const whole = secretsFile.safeParse(stored)
  return { ...(whole.success ? whole.data : writeSecrets(file, { ...generateSecrets(), ...stored })), ...configured }
}

/** Configured secrets without undefined properties, so that they can be merged over generated ones. */
function configuredSecrets(config: Config): Partial<Secrets> {
  const { vapidPublicKey, vapidPrivateKey } = config
  if (vapidPublicKey && vapidPrivateKey && vapidPublicKey !== publicKeyOf(vapidPrivateKey)) {
    throw new StartupError('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY: set a matching pair, or neither.')
  }
  const all = {
    publishableKey: config.supabasePublishableKey,
    secretKey: config.supabaseSecretKey,
    jwtSecret: config.supabaseJwtSecret,
    vapidPublicKey,
    vapidPrivateKey,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

function publicKeyOf(privateKey: string): string | undefined {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

function generateSecrets(): Secrets {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // getPrivateKey omits leading zero bytes; push services require all 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(48).toString('base64url'),
    vapidPublicKey: pair.getPublicKey('base64url'),
    vapidPrivateKey: privateKey.toString('base64url'),
  }
}

function readSecrets(file: string): Partial<Secrets> {
  if (!existsSync(file)) return {}
  try {
    return secretsFile.partial().parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // The message of a parser may quote the file, which is secret.
    const reason = error instanceof SyntaxError || error instanceof z.ZodError ? 'it is damaged' : reasonOf(error)
    throw new StartupError(`The generated keys in ${file} cannot be read (${reason}): restore that file or remove it.`)
  }
}

/** Writes to a temporary file and renames it, so that a crash leaves a complete file or none. */
function writeSecrets(file: string, secrets: Secrets): Secrets {
  const temporary = `${file}.new`
  try {
    makeFolder(dirname(file), 0o700)
    const handle = openSync(temporary, 'w', 0o600)
    writeFileSync(handle, `${JSON.stringify(secrets, null, 2)}\n`)
    fsyncSync(handle)
    closeSync(handle)
    renameSync(temporary, file)
    return secrets
  } catch (error) {
    throw new StartupError(`The generated keys cannot be written to ${file} (${reasonOf(error)}).`)
  }
}
