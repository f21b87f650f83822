import { expect, test } from 'vitest'
import { isStoredLink } from './stored-link.ts'

test.each([
  'https://ssc.gov.in',
  'HTTP://ssc.gov.in/',
  'https://ssc.gov.in:8443/a%20b?roll=1&x=(2)#top',
  'https://यूपी.भारत/परिणाम',
  'https://ssc.gov.in/@user',
])('%s may be stored as a link', (text) => expect(isStoredLink(text)).toBe(true))

test.each([
  '',
  'ssc.gov.in',
  'www.ssc.gov.in/notice',
  '//ssc.gov.in',
  'ftp://ssc.gov.in',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'https://',
  'https:///path',
  'https:\\\\evil.example',
  'https://ssc.gov.in\\@evil.example',
  'https://user:password@evil.example',
  'https://ssc.gov.in/a b',
  'https://ssc.gov.in/"onclick="x',
  'https://ssc.gov.in/<script>',
  'https://ssc.gov.in\u0001',
  'x\nhttps://ssc.gov.in',
  'https://[',
  'https://ssc.gov.in:port/',
  `https://ssc.gov.in/${'x'.repeat(2_040)}`,
])('%j may not be stored as a link', (text) => expect(isStoredLink(text)).toBe(false))
