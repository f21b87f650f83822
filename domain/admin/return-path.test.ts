import { describe, expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

describe('returnPath with a path of the admin', () => {
  test.each([
    '/admin',
    '/admin/jobs',
    '/admin/jobs/17',
    '/admin/admit-cards/new',
    '/admin/jobs?status=Start&text=a%20b',
  ])('sign-in leads back to %s', (path) => expect(returnPath(path)).toBe(path))
})

describe('returnPath with any other value', () => {
  test.each([
    '//evil.example',
    '//evil.example/admin',
    '/\\evil.example',
    '\\\\evil.example',
    '/admin/\\evil.example',
    '/admin//evil.example',
    '/%2f%2fevil.example',
    '/admin/%2e%2e/%2e%2e//evil.example',
    '/admin/../..//evil.example',
    '/admin/..',
    '/%09/evil.example',
    '/\t/evil.example',
    '/admin\n//evil.example',
    'https://evil.example/admin',
    'https:evil.example',
    'javascript:alert(1)',
    'admin',
    '/administrator',
    '/admin@evil.example',
    '/admin.evil.example',
    '/jobs',
    '/',
    '',
    '/admin/login',
    '/admin/login?again',
    '/admin-login',
    '/admin/jobs?x=\\evil',
    '/admin/jobs?x=\u2028',
  ])('sign-in leads to /admin instead of %j', (path) => expect(returnPath(path)).toBe('/admin'))

  test.each([undefined, null, 5, {}, ['/admin/jobs']])('sign-in leads to /admin instead of the value %j', (value) =>
    expect(returnPath(value)).toBe('/admin'),
  )
})
