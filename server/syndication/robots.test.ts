import { expect, test } from 'vitest'
import { robots } from './robots.ts'

test('robots.txt names the sitemap of the configured site', () => {
  expect(robots('https://suchana.example')).toMatch(
    /^User-agent: \*\nAllow: \/\n(Disallow: \S+\n){8}\nSitemap: https:\/\/suchana\.example\/sitemap\.xml\n$/,
  )
})
