import type { RecordedChange } from '#app/data/history.ts'
import { FORM } from '#domain/admin/form/messages.ts'

/** What the dialog says, depending on who has changed the record meanwhile. */
const WORDS = {
  unknown: { heading: FORM.changedMeanwhile, about: 'elsewhere', taking: 'Take what is stored', title: 'meanwhile' },
  own: { heading: FORM.changedByOwn, about: FORM.byOwn, taking: 'Take what is stored', title: 'there' },
  others: { heading: FORM.changedByOthers, about: FORM.bySomeone, taking: 'Take theirs', title: 'by them' },
}

/** @param changes the last change of each field that differs; undefined while the history is not read, or has none */
export function wordsByAuthor(
  changes: readonly (Pick<RecordedChange, 'is_own'> | undefined)[],
): (typeof WORDS)[keyof typeof WORDS] {
  if (changes.some((change) => change && !change.is_own)) return WORDS.others
  return changes.length > 0 && changes.every((change) => change?.is_own) ? WORDS.own : WORDS.unknown
}
