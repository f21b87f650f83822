import { STORED_AT_HEADER } from '#domain/app-shell.ts'

/**
 * @returns headers for a copy of a page: without length and encoding, which its text does not have, and without the times at
 *   which the original was sent by the server or stored
 */
export function headersOfCopy(page: Response): Headers {
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length', 'server-timing', STORED_AT_HEADER]) headers.delete(name)
  return headers
}
