/**
 * The address of a server under test: E2E_URL if it is given, otherwise a port of this machine. It is a number, because
 * Playwright asks the DNS server for an IPv6 address of `localhost` with each request, and waits up to 5 s for an answer.
 */
export function siteAddress(port: string | undefined): string {
  return process.env['E2E_URL'] ?? `http://127.0.0.1:${port}`
}
