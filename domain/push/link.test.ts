import { expect, test } from 'vitest'
import { pushImage, pushPath } from './link.ts'

const site = 'https://suchana.example'

test.each([
  ['/', '/'],
  ['/jobs/ssc-cgl?from=push#dates', '/jobs/ssc-cgl?from=push#dates'],
  ['https://suchana.example/results/x', '/results/x'],
  ['/नौकरी', '/%E0%A4%A8%E0%A5%8C%E0%A4%95%E0%A4%B0%E0%A5%80'],
])('the link %s opens the page %s', (url, path) => {
  expect(pushPath(url, site)).toBe(path)
})

test.each([
  '',
  'jobs',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'https://suchana.example@evil.example/',
  'https://user@suchana.example/',
  'https://suchana.example.evil.example/',
  'http://suchana.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://suchana.example//evil.example',
  `/${'x'.repeat(1_024)}`,
])('the link %s is rejected', (url) => {
  expect(pushPath(url, site)).toBeNull()
})

test.each([
  ['https://images.example.org/a.png', 'https://images.example.org/a.png'],
  ['/storage/v1/object/public/notices/a.webp', '/storage/v1/object/public/notices/a.webp'],
])('the image address %s is accepted as %s', (url, image) => {
  expect(pushImage(url, site)).toBe(image)
})

test.each([
  'http://images.example.org/a.png',
  'http://10.0.0.1/a.png',
  'https://10.0.0.1/a.png',
  'https://0x0a000001/a.png',
  'https://[::1]/a.png',
  'https://localhost/a.png',
  'https://intranet/a.png',
  'https://user@images.example.org/a.png',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  `https://images.example.org/${'x'.repeat(1_024)}`,
])('the image address %s is rejected', (url) => {
  expect(pushImage(url, site)).toBeNull()
})
