import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface SealedSecrets {
  /** @returns the secret encrypted, as text */
  seal: (secret: Uint8Array) => string
  /** @returns null when it was sealed with another key or has been changed */
  open: (sealed: string) => Buffer | null
  /** @returns a keyed hash, which cannot be computed or guessed without the key */
  hash: (text: string) => string
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Protects second factors and recovery codes from readers of the database and its backups: AES-256-GCM and HMAC with
 * keys that the database does not have. Source: docs/behaviour/staff.md#second-factor
 * @param key the secret that signs tokens
 */
export function sealedSecrets(key: string): SealedSecrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `suchana ${purpose}`, 32))
  const cipherKey = keyFor('second factors')
  const hashKey = keyFor('codes')
  return {
    seal(secret) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce)
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, nonceBytes))
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
      } catch {
        return null
      }
    },
    hash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url'),
  }
}
