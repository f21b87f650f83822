import { expect, test } from 'vitest'
import type { SiteSettings } from '#app/data/site-settings.ts'
import { contentSecurityPolicy } from './policy.ts'

/** @returns the other sites that a directive of the policy allows; undefined when there is no such directive */
function allowed(directive: string, settings: Partial<SiteSettings>): string[] | undefined {
  const site = { scriptUrls: [], adScriptUrl: null, ...settings } as unknown as SiteSettings
  const text = contentSecurityPolicy(site, [])
    .split('; ')
    .find((each) => each.startsWith(`${directive} `))
  return text?.split(' ').filter((source) => source.startsWith('http'))
}

const paths = { scriptUrls: ['/_vercel/insights/script.js'], adScriptUrl: '/ads/script.js' }
const addresses = {
  scriptUrls: ['https://a.example/x.js', 'https://a.example/y.js'],
  adScriptUrl: 'https://ads.example/z.js',
}

test.each([
  ['script-src', {}, []],
  ['connect-src', {}, []],
  ['frame-src', {}, undefined],
  ['script-src', paths, []],
  ['frame-src', paths, undefined],
  ['script-src', addresses, ['https://a.example', 'https://ads.example']],
  ['connect-src', addresses, ['https://a.example', 'https://ads.example']],
  ['frame-src', addresses, ['https://ads.example']],
  ['frame-src', { scriptUrls: addresses.scriptUrls }, undefined],
])('%s with the scripts %j allows the sites %j', (directive, settings, sites) => {
  expect(allowed(directive, settings)).toEqual(sites)
})
