import { READ_TIMEOUT_MS } from '#domain/limits.ts'

/**
 * Texts of the admin: those that are fixed (docs/behaviour/messages.md#fixed-texts), and those that several files use.
 * They are in a module of
 * their own so that visitors do not download them.
 */

/** Source: docs/behaviour/admin.md#three-redirects. */
export const SESSION = {
  loading: 'Loading...',
  verifying: 'Please wait while we verify your credentials.',
  denied: 'Access Denied. Admins only.',
  please: 'Please login as admin to access this page.',
  unreachable: 'The site could not be reached. Your session goes on as soon as it answers again.',
  noAnswer: 'The site could not be reached. Please try again.',
  wrong: 'Invalid email or password',
  logoutFailed: 'Failed to logout. Please try again.',
  roleUnknown: 'Your role could not be checked. Please try again.',
  ended: 'Your session has ended. Sign in again to go on: nothing on this page is lost.',
  over: 'Your session has ended.',
  other: (email: string) =>
    `${email} has signed in meanwhile. The work on this page is of another account: sign in with that one to go on.`,
  back: (email: string) => `Signed in again as ${email}`,
  leaveUnsaved: 'There are unsaved changes. Sign out and lose them?',
}

/** Source: docs/behaviour/admin.md#unknown-addresses. */
export const NOT_FOUND = {
  title: 'Page not found',
  heading: 'There is nothing at this address',
  hint: 'The address may be mistyped. Choose a tab to go on.',
}

/** Shown to editors. Source: docs/behaviour/staff.md#roles */
export const ADMINS_ONLY = {
  heading: 'Only admins can open this page',
  hint: 'Your role is editor. Ask an admin to do it, or to change your role.',
}

export const ADMIN_START = 'Go to the start of the admin'

/** Error when a read gets no answer in time. */
export const READ = { late: `no answer within ${READ_TIMEOUT_MS / 1_000} seconds` }

/** Error when the row to change no longer exists. */
export const GONE = 'This item was deleted meanwhile.'

/** Source: docs/behaviour/admin.md#failure-messages. */
export const TABLE = {
  overdue: 'overdue since',
  overdueHint: 'Open it and save it again.',
  addNew: 'Add New',
  refresh: 'Refresh',
  edit: 'Edit',
  delete: 'Delete',
  quickLink: 'Quick Link',
  simplified: 'View Simplified',
  all: 'View All',
  deleteQuestion: 'Are you sure you want to delete this item?',
  deleteQuestions: (count: string) => `Are you sure you want to delete ${count}?`,
  inUse: 'It is in use. Delete it alone to move what uses it to another one.',
  usedBy: (what: string) => `Used by ${what}`,
  usedHint: (singular: string) => `Move them to another ${singular}, or keep this one.`,
  keep: 'Keep',
  reassign: 'Move and delete',
  reassignTo: (singular: string) => `The ${singular} that they move to`,
  reassignMissing: (singular: string) => `Choose another ${singular}`,
  postDatePrompt: 'Enter new post date (YYYY-MM-DD)',
  invalidDate: (value: string) => `Invalid date format for Post date: ${value}`,
  fetchFailed: (tab: string, message: string) => `Failed to fetch ${tab}: ${message}`,
  postDateFailed: (message: string) => `Failed to update post date: ${message}`,
  deleteFailed: (message: string) => `Failed to delete: ${message}`,
  quickLinkFailed: (message: string) => `Failed to update quick link status: ${message}`,
  statusFailed: (message: string) => `Failed to update status: ${message}`,
  organizationFailed: (message: string) => `Failed to update organization: ${message}`,
  categoryFailed: (message: string) => `Failed to update category: ${message}`,
  /** After a change without an answer. @param failed one of the messages above */
  answerLost: (failed: string) =>
    `${failed}. It may be done all the same: the rows are read again and show what is stored.`,
  /** Appended to one of the messages above after a change of several rows. */
  someFailed: (failed: number, meant: string) => `(${failed} of ${meant}; what failed is still selected)`,
}

/** Texts of toasts. */
export const DONE = {
  deleted: (what: string) => `Deleted ${what}`,
  quickLink: (isOn: boolean, what: string) => `Quick Link turned ${isOn ? 'on' : 'off'} for ${what}`,
  postDate: (day: string, what: string) => `Post date is now ${day}: ${what}`,
  moved: (to: 'organization' | 'category', what: string) => `The ${to} was changed: ${what}`,
  status: (status: string, what: string) => `Status is now ${status || 'not set'}: ${what}`,
}

/** Texts of toasts after an act on several rows was undone, which may have had different values. */
export const UNDONE = {
  status: (what: string) => `Status is as before: ${what}`,
  'quick link': (what: string) => `Quick Link is as before: ${what}`,
  'post date': (what: string) => `Post dates are as before: ${what}`,
  organization: (what: string) => `The organization is as before: ${what}`,
  category: (what: string) => `The category is as before: ${what}`,
  check: (what: string) => `The check is as before: ${what}`,
}

/** Deleted rows. Source: docs/behaviour/bin.md#the-bin */
export const BIN = {
  label: 'Bin',
  path: '/admin/bin',
  hint: (days: number) =>
    `What was deleted in the last ${days} days. Visitors are told that it was removed. Restored, it has its address, its links and its followers again.`,
  none: 'The Bin is empty',
  noneHint: 'What is deleted can be restored from here.',
  noMatch: 'Nothing in the Bin matches these filters',
  showAll: 'Show everything',
  everyKind: 'Every kind',
  everybody: 'Deleted by anyone',
  anyTime: 'At any time',
  lastDays: (days: number) => (days === 1 ? 'In the last 24 hours' : `In the last ${days} days`),
  server: 'the server',
  deleted: (by: string) => `deleted by ${by}`,
  left: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
  restore: 'Restore',
  restored: (what: string) => `Restored ${what}`,
  restoreFailed: (message: string) => `Failed to restore: ${message}`,
  missing: 'it is not in the Bin any more',
  /** What a restored row did not get back. */
  newSlug: (title: string, slug: string) =>
    `${title} has the new address ${slug}, because its own was taken meanwhile.`,
  lost: (title: string, what: string) => `${title} was restored without its ${what}, which was deleted for ever.`,
  replaced: (title: string, what: string) => `${title} has another ${what} now: that into which its own was moved.`,
  forEver: 'Delete for ever',
  /** In the log of all changes: '... deleted for ever item “Title”'. */
  deletedForEver: 'deleted for ever',
  item: 'item',
  forEverQuestion: (what: string) => `Delete ${what} for ever?`,
  forEverHint:
    'This cannot be undone here, and its plan (draft, times to publish and to hide) is lost. Nothing of it stays in the Bin; the history keeps its record for two years.',
  forEverDone: (what: string) => `Deleted for ever: ${what}`,
  forEverFailed: (message: string) => `Failed to delete for ever: ${message}`,
  /** @param what a title, or a number of items */
  leftBin: (what: string) => `somebody has taken it out of the Bin meanwhile: ${what}`,
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
}

/** Of a list whose items are selected, outside of tables. */
export const SELECTION = {
  label: 'Selected items',
  select: (title: string) => `Select ${title}`,
  all: 'Select all shown',
  count: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
}

/** Synonyms that the search uses. */
export const SEARCH_WORDS = {
  label: 'Search Words',
  path: '/admin/search-words',
  hint: 'Short forms and other spellings that visitors write, and what notices say instead. The search looks for both when it finds hardly anything. #results means all results, #10th all notices for that qualification, #all every notice.',
  written: 'Visitors write',
  means: 'Notices say',
  add: 'Add',
  none: 'No such word yet.',
  pair: (written: string, means: string) => `${written}: ${means}`,
  added: (written: string, means: string) => `Added ${written}: ${means}`,
  addFailed: (message: string) => `Failed to add: ${message}`,
  unknownMark: (mark: string, known: readonly string[]) =>
    `no notice has the mark ${mark}. The marks are ${known.join(', ')}.`,
}

/** Messages of the contact page. They are read and deleted, never changed. */
export const INBOX = {
  label: 'Contact Messages',
  path: '/admin/contact-messages',
  none: 'No messages yet',
  noneHint: 'What visitors send on the contact page arrives here.',
  select: 'Select',
  messages: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  full: (most: string) =>
    `The inbox is full: it has ${most} messages, and new ones are turned away. It takes messages again as soon as some are deleted.`,
  deleteAll: 'Delete all',
  all: 'all messages',
  allOf: (count: string) => `all ${count} messages`,
  allAbout: 'They cannot be restored. What arrives meanwhile stays.',
}

/** Source: docs/behaviour/reports.md#in-the-admin. */
export const MISTAKE_REPORTS = {
  label: 'Mistake Reports',
  path: '/admin/mistake-reports',
  none: 'No open reports',
  noneHint: 'What visitors report as wrong in a notice arrives here.',
  count: (reports: number) => (reports === 1 ? '1 report' : `${reports} reports`),
  gone: (kind: string) => `A deleted or hidden ${kind}`,
  openPage: 'Open page',
  done: 'Done',
  finished: (what: string) => `Reports done: ${what}`,
  finishFailed: (message: string) => `Failed to mark the reports as done: ${message}`,
}

/** Source: docs/behaviour/publication.md#future-post-times; docs/behaviour/publication.md#preview-links. */
export const PUBLICATION = {
  indianTime: 'Indian time',
  timeFormat: 'DD/MM/YYYY h:mm AM',
  futurePostTime: (time: string) =>
    `The post time is in the future. The notice is public at once all the same, and first in lists until ${time}.`,
  schedule: 'Schedule instead',
  futureDay: 'This day is in the future: the notice stays public, and first in lists until then.',
  saveAnyway: 'Save anyway',
  previewHint: 'Shows the saved version to anyone with the link, without signing in.',
  createPreview: 'Make a preview link',
  endPreviews: 'End all preview links',
  previewUntil: (time: string) => `Works until ${time}. It is shown only now: copy it.`,
  previewsEnded: 'All preview links of this notice have ended.',
  previewFailed: (message: string) => `Failed to change the preview links: ${message}`,
  copy: 'Copy',
  copied: 'Copied',
}

/** Source: docs/behaviour/plausibility.md#dead-links */
export const LINKS = {
  label: 'Dead Links',
  path: '/admin/dead-links',
  none: 'No dead links',
  noneHint: 'Links of public notices that failed on two different days are listed here.',
  count: (links: number) => (links === 1 ? '1 dead link' : `${links} dead links`),
  since: (day: string) => `since ${day}`,
  check: 'Check links',
  checkAgain: 'Check again',
  checking: 'Checking...',
  last: (day: string, result: string) => `Checked ${day}: ${result}`,
  nothing: 'There is no link to check',
  notChecked: 'The link could not be checked',
}

/** Source: docs/behaviour/plausibility.md#in-forms */
export const WARNINGS = {
  heading: (warnings: number) => (warnings === 1 ? 'Is this right?' : `Are these ${warnings} right?`),
  about: 'Nothing is saved yet.',
  publish: 'Publish anyway',
  save: 'Save anyway',
}

/** Source: docs/behaviour/reports.md#official-source-and-last-check. */
export const CHECK = {
  button: 'Checked against the source',
  last: (day: string) => `Last checked ${day}`,
  never: 'Not checked yet',
  done: (what: string) => `Checked against the source: ${what}`,
  failed: (message: string) => `Failed to store the check: ${message}`,
}

/** @returns what is said when the answer to a change was lost that can be done twice without harm */
export const repeatableAnswerLost = (failed: string) =>
  `${failed}. It may be done all the same: do it again to be sure.`
