import { randomUUID } from 'node:crypto'

/** The least that counts as a complete PDF, each time with other bytes. */
export function pdf(): Buffer {
  return Buffer.from(`%PDF-1.7\n% ${randomUUID()}\nstartxref\n0\n%%EOF\n`)
}

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
