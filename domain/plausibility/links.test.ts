import { expect, test } from 'vitest'
import { jobs } from '#domain/content/kinds/jobs.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { hostOf, isOfficial, unofficialLinks } from './links.ts'

test.each([
  ['https://ssc.gov.in/apply', null, true],
  ['HTTPS://SSC.GOV.IN/apply', null, true],
  ['http://ssc.gov.in', null, true],
  ['https://ssc.gov.in./apply', null, true],
  ['https://upsconline.nic.in/', null, true],
  ['https://www.du.ac.in/', null, true],
  ['https://www.aiims.edu.in/', null, true],
  ['https://isro.res.in/', null, true],
  ['https://gov.in/', null, false],
  ['https://gov.in.evil.com/', null, false],
  ['https://ssc.gov.in.evil.com/', null, false],
  ['https://sscgov.in/', null, false],
  ['https://evil.com/ssc.gov.in', null, false],
  ['https://evil.com/?https://ssc.gov.in', null, false],
  ['https://ssc.gov.in@evil.com/', null, false],
  ['https://10.1.2.3/', null, false],
  ['https://[::1]/', null, false],
  ['https://ssc.gov.xn--in-1234/', null, false],
  ['https://ѕѕс.gov.in/', null, true],
  ['https://ssc。gov。in/', null, true],
  ['https://ibps.in/', 'https://www.ibps.in/', true],
  ['https://www.ibps.in/', 'https://ibps.in', true],
  ['https://apply.ibps.in/', 'https://www.ibps.in/careers', true],
  ['https://IBPS.in/', 'https://WWW.IBPS.IN/', true],
  ['https://ibps.in.evil.com/', 'https://ibps.in/', false],
  ['https://notibps.in/', 'https://ibps.in/', false],
  ['https://ibps.in/', 'https://careers.ibps.in/', false],
  ['https://example.org/', null, false],
  ['https://example.org/', 'no address', false],
])('%s is an official address of an organization with the website %s: %s', (apply_link, website, isRight) => {
  expect(isOfficial(hostOf(apply_link) ?? '', hostOf(website))).toBe(isRight)
  const notice = { kind: jobs, fields: fieldsOf('jobs'), today: '2026-11-23', row: { apply_link } }
  const found = unofficialLinks({ ...notice, surroundings: { website, similarTitles: [], checks: [] } })
  expect(found.map(({ field }) => field)).toEqual(isRight ? [] : ['apply_link'])
})

test.each([null, '', 'ssc.gov.in', 'ftp://ssc.gov.in/', 'javascript:alert(1)', 7])('%j has no host', (link) => {
  expect(hostOf(link)).toBe(null)
})
