import { SAVED_NOTICES_MAX } from '#domain/limits.ts'

const count = (notices: number) => (notices === 1 ? '1 notice' : `${notices} notices`)
const was = (notices: number) => `${count(notices)} ${notices === 1 ? 'was' : 'were'}`

/** Texts of the star, and of what it answers. */
export const STAR = {
  save: (title: string) => `Save ${title}`,
  button: 'Save',
  saved: 'Saved',
  where: 'My saved notices',
  removed: 'No longer saved',
  undo: 'Undo',
  full: 'The storage of this browser is full, so this was not saved. Remove other notices, or clear data of other sites.',
  denied: 'This browser does not let the site store anything, so this was not saved. Private windows often do that.',
  tooMany: `You have saved ${SAVED_NOTICES_MAX} notices, which is the most. Remove one first.`,
}

/** Texts of the page of saved notices. */
export const SAVED_PAGE = {
  emptyHeading: 'Nothing is saved yet',
  empty:
    'Tap the star beside a notice, in a list or on its page. It is then here, with its next date first, also without a network.',
  toNotices: 'Show the newest notices',
  noneApplied: 'None of your saved notices is marked as applied.',
  noneOpen: 'You have applied for all of your saved notices.',
  denied:
    'This browser does not let the site read its storage, so nothing can be saved here. Private windows often do that.',
  unreadable: (notices: number) => `${was(notices)} stored by another version of the site, and cannot be shown.`,
  asOf: (time: string) => `Dates as of ${time}`,
  neverRead: 'Dates are read when there is a network.',
  withdrawn:
    'This notice is no longer on this site. It may have been withdrawn or moved; check the official website. Below is what was last known.',
  changes: 'Changed since you looked',
  acknowledge: 'Got it',
  acknowledgeAll: 'Got all changes',
  details: 'All dates, fees and links',
  applied: 'Applied',
  appliedOn: 'Applied on',
  applicationNumber: 'Application number',
  note: 'Note',
  remove: 'Remove',
  removed: (title: string) => `Removed: ${title}`,
  filter: 'Show',
  filters: { all: 'All', applied: 'Applied', open: 'Not applied' },
  print: 'Print',
  export: 'Export',
  import: 'Import',
  notStored: 'Your last change is not stored.',
}

/** Texts about files with saved notices. */
export const SAVED_FILE = {
  tooLarge: 'This file is too large to be an export of saved notices. Nothing was changed.',
  other: 'This file is not an export of saved notices. Nothing was changed.',
  newer: 'This file was written by another version of the site, which this one cannot read. Nothing was changed.',
  notAll: 'Not everything could be stored.',
  added: (notices: number) => `${count(notices)} added.`,
  known: (notices: number) => `${was(notices)} here already, with your own notes.`,
  notesLeftOut: (notes: number) => `${notes === 1 ? '1 note was' : `${notes} notes were`} too long to be added.`,
  unreadable: (entries: number) => `${entries === 1 ? '1 entry' : `${entries} entries`} could not be read.`,
  beyondLimit: (notices: number) => `${was(notices)} left out: the most is ${SAVED_NOTICES_MAX}.`,
}
