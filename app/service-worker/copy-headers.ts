/**
 * @returns headers for a copy of a page: without length and encoding, which its text does not have, and without the time of
 *   the server, which was that of the original
 */
export function headersOfCopy(page: Response): Headers {
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length', 'server-timing']) headers.delete(name)
  return headers
}
