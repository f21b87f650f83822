import { createHmac, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30
/** Steps before and after the present one whose codes count: clocks of phones are not exact. Source: RFC 6238, 5.2 */
const tolerance = [0, -1, 1]

/** @returns bytes as authenticator apps read them. Source: RFC 4648, section 6, without padding */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** @returns the six digits of a time step. Source: RFC 6238; RFC 4226, section 5.3 */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/**
 * @param code six digits
 * @param now milliseconds since the epoch
 * @returns the time step that the code belongs to, or null for a wrong code
 */
export function totpStep(secret: Uint8Array, code: string, now = Date.now()): number | null {
  const present = Math.floor(now / 1000 / stepSeconds)
  const isRight = (step: number) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))
  return tolerance.map((steps) => present + steps).find(isRight) ?? null
}

/** @returns the address that authenticator apps read from a QR code. Source: Google Authenticator, "Key URI Format" */
export function totpAddress({ secret, issuer, email }: { secret: string; issuer: string; email: string }): string {
  const parameters = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: String(stepSeconds),
  })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${parameters.toString().replaceAll('+', '%20')}`
}
