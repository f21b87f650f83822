import { expect, test } from 'vitest'
// @ts-expect-error scripts run before TypeScript is installed, so they have no types
import { licenceMistakes, lockfileMistakes } from './third-party.mjs'

const component = (licenses: object[]) => ({ name: 'left-pad', version: '1.0.0', licenses })

test.each([
  ['an accepted licence', [{ license: { id: 'MIT' } }]],
  ['a choice with an accepted licence', [{ expression: '(GPL-2.0-only OR MIT)' }]],
  ['two accepted licences', [{ expression: 'Apache-2.0 AND LGPL-3.0-or-later' }]],
])('%s is no mistake', (_what, licenses) => {
  expect(licenceMistakes([component(licenses)])).toEqual([])
})

test.each([
  ['GPL-3.0-only', [{ license: { id: 'GPL-3.0-only' } }]],
  ['SEE LICENSE IN x', [{ license: { name: 'SEE LICENSE IN x' } }]],
  ['MIT AND GPL-3.0-only', [{ expression: 'MIT AND GPL-3.0-only' }]],
  ['none', []],
])('the licence %s is a mistake', (licence, licenses) => {
  const sentence = `left-pad 1.0.0 has a licence that is not accepted: ${licence}.`
  expect(licenceMistakes([component(licenses)])).toEqual([sentence])
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
