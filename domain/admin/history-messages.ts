import { clockTime, dayAndTime, indianDay } from '#domain/dates.ts'

/** Where a change was made, as the history shows it. */
export const CHANGE_SOURCES = {
  form: 'form',
  list: 'list',
  bulk: 'bulk change',
  import: 'import',
  api: 'another program',
  server: 'server',
} as const

export type RecordedSource = keyof typeof CHANGE_SOURCES

/** What was done to a row. */
export const OPERATIONS = { insert: 'created', update: 'changed', delete: 'deleted' } as const

export type Operation = keyof typeof OPERATIONS

/** Texts of the history of a record. Source: docs/behaviour/history.md#in-the-admin */
export const HISTORY = {
  heading: 'History',
  none: 'Nothing is recorded yet. The history begins with the next change.',
  loadFailed: (message: string) => `Failed to load the history: ${message}`,
  compare: 'Compare',
  compareOne: 'Compare with now',
  version: 'Version',
  with: 'with',
  now: 'Now',
  same: 'These two versions have the same values.',
  restore: 'Restore',
  restoreAll: (number: number) => (number === 1 ? 'Restore this value' : `Restore all ${number} values`),
  restored: (number: number) =>
    `${number === 1 ? 'An earlier value is' : `${number} earlier values are`} in the form. Save to store ${number === 1 ? 'it' : 'them'}.`,
}

/** Why a row was left as it is when an act was undone. */
export const UNDO_REASONS = {
  changed: 'changed since',
  taken: 'its address is taken',
  used: 'others use it',
  deleted: 'deleted for ever',
  forbidden: 'you may not delete it',
} as const

export type UndoReason = keyof typeof UNDO_REASONS

/** Texts of the log of all changes. */
export const ACTIVITY = {
  path: '/admin/activity',
  label: 'Activity',
  none: 'Nothing was changed',
  noneHint: 'No change matches these filters.',
  everybody: 'Everybody',
  everything: 'Every table',
  everySource: 'From anywhere',
  everyOperation: 'Every change',
  filters: {
    person: 'Who',
    table: 'Table',
    source: 'From where',
    operation: 'What was done',
    since: 'From',
    until: 'To',
  },
  which: 'Which ones',
  undo: 'Undo',
  undoQuestion: (rows: number) => (rows === 1 ? 'Undo this change?' : `Undo this change of ${rows} rows?`),
  undoAbout: (change: string) =>
    `${change}. What the same act has done besides is undone too. What somebody has changed since stays as it is.`,
  undone: (rows: number) =>
    rows === 0 ? 'There was nothing to undo' : rows === 1 ? 'Undone: 1 row' : `Undone: ${rows} rows`,
  undoFailed: (message: string) => `Failed to undo: ${message}`,
  left: (rows: readonly { title: string | null; reason: UndoReason }[]) =>
    `Left as it is: ${rows.map(({ title, reason }) => `${title ?? ACTIVITY.unnamed} (${UNDO_REASONS[reason]})`).join(', ')}`,
  unnamed: 'a row that is deleted',
  allRows: 'all rows',
  rows: (number: number) => `${number} rows`,
}

/** @returns who made a change, as it is said to whom the account belongs */
function whoOrYou(change: { name: string | null; source: RecordedSource; is_own: boolean }): string {
  return change.is_own ? 'Your account' : whoChanged(change)
}

/** @returns who made a change; programs with the secret key and the server have no name */
export function whoChanged({ name, source }: { name: string | null; source: RecordedSource }): string {
  return name ?? (source === 'server' ? 'The server' : 'A program with the secret key')
}

/** @returns 'asha@example.org changed the last date at 10:41 AM', with the day when it is not today */
export function changedField(
  change: { name: string | null; source: RecordedSource; is_own: boolean; at: string },
  label: string,
  now: number,
): string {
  const isToday = indianDay(change.at) === indianDay(now)
  const when = isToday ? `at ${clockTime(change.at)}` : `on ${dayAndTime(change.at)}`
  return `${whoOrYou(change)} changed the ${inSentence(label)} ${when}`
}

/** @returns a label as it is written within a sentence; abbreviations stay as they are */
export function inSentence(label: string): string {
  return /^[A-Z][^A-Z]*$/.test(label.split(' ')[0] ?? '') ? label[0]?.toLowerCase() + label.slice(1) : label
}
