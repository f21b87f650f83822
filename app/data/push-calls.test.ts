import { expect, test } from 'vitest'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'
import { pushPreferences } from './push-calls.ts'

test('preferences contain the known categories and no other', () => {
  expect(pushPreferences({ ...DEFAULT_PUSH_PREFERENCES, other: true })).toEqual(DEFAULT_PUSH_PREFERENCES)
})

test('a category that did not exist when preferences were stored is not wanted', () => {
  const { newJobs: _new, ...older } = DEFAULT_PUSH_PREFERENCES
  expect(pushPreferences(older)).toEqual({ ...DEFAULT_PUSH_PREFERENCES, newJobs: false })
})

test.each([[null], [undefined], ['text'], [{}], [{ newJobs: true }]])('%j is no preferences', (value) => {
  expect(pushPreferences(value)).toBeNull()
})
