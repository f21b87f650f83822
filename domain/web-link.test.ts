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

test.each([
  ['https://ssc.gov.in', 'https://ssc.gov.in/'],
  ['https://ssc.gov.in/a%20b?c=d&e=%C3%A9#f', 'https://ssc.gov.in/a%20b?c=d&e=%C3%A9#f'],
  ['https://ssc.gov.in/a|b?c=[1]{2}^`\\#d#e', 'https://ssc.gov.in/a%7Cb?c=%5B1%5D%7B2%7D%5E%60%5C#d%23e'],
  ['https://ssc.gov.in/100%?a=%zz', 'https://ssc.gov.in/100%25?a=%25zz'],
  ['https://[::1]:8080/', 'https://[::1]:8080/'],
])('the link of %s is the valid address %s', (value, href) => expect(webLink(value)?.href).toBe(href))
