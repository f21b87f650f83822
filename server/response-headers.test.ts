import { expect, test } from 'vitest'
import { securityHeaders } from './response-headers.ts'

test('a site on https has strict transport security for a year, with its subdomains', () => {
  const header = securityHeaders('https://suchana.example')['strict-transport-security'] ?? ''
  const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(header) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 86_400)
  expect(securityHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
})
