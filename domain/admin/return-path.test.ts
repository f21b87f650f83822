import { describe, expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

describe('sign-in leads back to', () => {
  test.each([
    '/admin',
    '/admin/jobs',
    '/admin/jobs/17',
    '/admin/admit-cards/new',
    '/admin/jobs?status=Start&text=a%20b',
  ])('%s', (path) => expect(returnPath(path)).toBe(path))
})

describe('sign-in leads to the start of the back office instead of', () => {
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
  ])('%j', (path) => expect(returnPath(path)).toBe('/admin'))

  test.each([undefined, null, 5, {}, ['/admin/jobs']])('%j', (value) => expect(returnPath(value)).toBe('/admin'))
})
