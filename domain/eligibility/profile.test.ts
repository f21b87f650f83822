import { expect, test } from 'vitest'
import { readProfile, storedProfile, type Profile } from './profile.ts'

const PROFILE: Profile = {
  born: '2002-06-15',
  category: 'obc',
  isDisabled: true,
  isExServiceman: false,
  gender: 'female',
  qualifications: ['12th', 'graduate'],
  field: 'Law',
  state: 'bihar',
}

const NOTHING = {
  born: null,
  category: null,
  isDisabled: false,
  isExServiceman: false,
  gender: null,
  qualifications: [],
  field: null,
  state: null,
}

test('answers are read as they were stored', () => {
  expect(readProfile(JSON.parse(JSON.stringify(storedProfile(PROFILE))))).toEqual(PROFILE)
})

test.each([undefined, null, 'x', 4, true, [], [1], {}, { ...PROFILE }, { version: 2, ...PROFILE }, { version: '1' }])(
  'a stored value that is no profile of this version is none: %j',
  (stored) => {
    expect(readProfile(stored)).toBeNull()
  },
)

test.each([
  { born: '2002-02-30' },
  { born: '1899-12-31' },
  { born: 20020615 },
  { born: '<img src=x onerror=alert(1)>' },
  { category: 'pwd' },
  { category: 'female' },
  { category: ['obc'] },
  { category: '__proto__' },
  { isDisabled: 'yes' },
  { isExServiceman: 1 },
  { gender: 'Women only' },
  { qualifications: 'graduate' },
  { qualifications: ['12', null, {}] },
  { qualifications: { length: 1, 0: 'graduate' } },
  { field: 7 },
  { field: '   ' },
  { state: 'all-india' },
  { state: 'Bihar' },
  { state: { toString: 'bihar' } },
  { unknown: 'bihar' },
])('an answer that cannot be right is not given: %j', (given) => {
  expect(readProfile({ version: 1, ...given })).toBeNull()
  expect(readProfile({ version: 1, ...given, category: 'sc' })).toEqual({ ...NOTHING, category: 'sc' })
})

test('qualifications are in the order of the ladder, each once', () => {
  const stored = { version: 1, qualifications: ['graduate', '10th', 'graduate', 'PhD'] }
  expect(readProfile(stored)?.qualifications).toEqual(['10th', 'graduate'])
})

test('a long subject is cut', () => {
  expect(readProfile({ version: 1, field: ` ${'x'.repeat(1_000)}` })?.field).toBe('x'.repeat(60))
})
