import { expect, test } from 'vitest'
// @ts-expect-error scripts run before TypeScript is installed, so they have no types
import { licenceMistakes, lockfileMistakes, packagesOf } from './third-party.mjs'

const mistakesOf = (license?: string) =>
  licenceMistakes(packagesOf(JSON.stringify({ packages: { 'node_modules/left-pad': { version: '1.0.0', license } } })))

test.each(['MIT', '(GPL-2.0-only OR MIT)', 'Apache-2.0 AND LGPL-3.0-or-later'])(
  'the licence %s is accepted',
  (license) => {
    expect(mistakesOf(license)).toEqual([])
  },
)

test.each(['GPL-3.0-only', 'SEE LICENSE IN x', 'MIT AND GPL-3.0-only', undefined])(
  'the licence %s is a mistake',
  (license) => {
    const sentence = `left-pad 1.0.0 has a licence that is not accepted: ${license ?? 'none'}.`
    expect(mistakesOf(license)).toEqual([sentence])
  },
)

test('the licences of development tools do not matter', () => {
  const packages = { 'node_modules/left-pad': { version: '1.0.0', license: 'GPL-3.0-only', dev: true } }
  expect(packagesOf(JSON.stringify({ packages }))).toEqual([])
})

const lockfile = (entry: object) => JSON.stringify({ packages: { '': {}, 'node_modules/left-pad': entry } })

test.each([
  ['a package with a checksum', { integrity: 'sha512-abc' }],
  ['a package of another system', { os: ['win32'] }],
  ['a package of another processor', { cpu: ['arm'] }],
])('%s is no mistake', (_what, entry) => {
  expect(lockfileMistakes(lockfile(entry))).toEqual([])
})

test.each([
  ['without a checksum', {}, 'node_modules/left-pad has no checksum in package-lock.json.'],
  ['with a weak checksum', { integrity: 'sha1-abc' }, 'node_modules/left-pad has no checksum in package-lock.json.'],
  [
    'from a Git repository',
    { integrity: 'sha512-abc', resolved: 'git+ssh://git@example.org/left-pad.git' },
    'node_modules/left-pad does not come from a package registry: git+ssh://git@example.org/left-pad.git.',
  ],
])('a package %s is a mistake', (_what, entry, sentence) => {
  expect(lockfileMistakes(lockfile(entry))).toEqual([sentence])
})
