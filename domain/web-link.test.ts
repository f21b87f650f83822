import { expect, test } from 'vitest'
import { webLink } from './web-link.ts'

test.each([
  ['https://www.ssc.gov.in/login', 'ssc.gov.in'],
  ['  http://upsc.gov.in ', 'upsc.gov.in'],
  ['HTTPS://UPSC.GOV.IN/x', 'upsc.gov.in'],
])('the address %j has the host %s', (value, host) => expect(webLink(value)?.host).toBe(host))

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '//evil.example',
  '\\\\evil.example',
  'https://user:password@evil.example',
  'https://',
  'ssc.gov.in',
  'mailto:a@b.c',
  '',
  null,
  7,
])('the value %j is no link', (value) => expect(webLink(value)).toBeNull())
