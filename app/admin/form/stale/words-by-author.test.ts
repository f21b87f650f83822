import { expect, test } from 'vitest'
import { FORM } from '#domain/admin/form/messages.ts'
import { wordsByAuthor } from './words-by-author.ts'

const [own, others] = [{ is_own: true }, { is_own: false }]

test.each([
  ['all with the own account', [own, own], FORM.changedByOwn],
  ['one by somebody else', [own, others], FORM.changedByOthers],
  ['one that the history does not have', [own, undefined], FORM.changedMeanwhile],
  ['before the history is read', [undefined, undefined], FORM.changedMeanwhile],
])('who has changed fields: %s', (_case, changes, heading) => {
  expect(wordsByAuthor(changes).heading).toBe(heading)
})
