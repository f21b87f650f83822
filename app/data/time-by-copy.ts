import { STORED_AT_HEADER } from '#domain/app-shell.ts'
import { TOLERANCE_MS } from './server-time.ts'

/**
 * @param copy a page that the service worker has saved
 * @param here the present time by the clock of this device
 * @returns the present time in milliseconds since 1970, by the clock of the server as far as the copy tells: what passed since it
 *   was stored, by the clock of this device, has passed since it was sent
 */
export function serverNowBy({ headers }: Response, here = Date.now()): number {
  const sent = Date.parse(headers.get('date') ?? '') + Number(headers.get('age')) * 1_000
  const difference = sent - Number(headers.get(STORED_AT_HEADER) ?? Number.NaN)
  return Math.abs(difference) >= TOLERANCE_MS ? here + difference : here
}
