/** Source: docs/behaviour/messages.md#fixed-texts. */
export const FORM = {
  required: (field: string) => `${field} must not be empty`,
  invalidDate: (field: string, value: string) => `Invalid date format for ${field}: ${value}`,
  notANumber: (field: string, value: string) => `${field} must be a number: ${value}`,
  notWhole: (field: string, value: string) => `${field} must be a whole number: ${value}`,
  belowPaise: (field: string, value: string) => `${field} must have at most two decimals: ${value}`,
  belowMarks: (field: string, value: string) => `${field} must have at most seven decimals: ${value}`,
  publishPast: 'Publish at is in the past: choose Published to publish it now',
  hidePast: 'Hide at is in the past: choose Hidden to hide it now',
  hideEarly: 'Hide at must be after Publish at',
  negative: (field: string, value: string) => `${field} must not be negative: ${value}`,
  numberTooLarge: (field: string, value: string) => `${field} is too large: ${value}`,
  notALink: (field: string) => `${field} must be a web address that starts with http:// or https://`,
  tooLong: (field: string, { length, most }: { length: string; most: string }) =>
    `${field} is too long: ${length} of at most ${most} characters`,
  tooManyLines: (field: string, most: number) => `${field} must have at most ${most} lines`,
  noPostName: (field: string, line: number) => `${field}, line ${line}: the name is missing`,
  ofCategory: (field: string, category: string) => `${field}, ${category}`,
  inLine: (field: string, line: number) => `${field}, line ${line}`,
  loadFailed: (message: string) => `Failed to load item for editing: ${message}`,
  saveFailed: 'An error occurred while saving the data',
  nothingReturned: 'No data returned from the provider after operation',
  onlyImages: 'Only JPEG, PNG and WebP files can be uploaded here.',
  uploadFailed: 'A file could not be uploaded, so nothing was saved.',
  belowItself: 'A category cannot be below itself, or below one that is below it',
  notThere: 'There is no such item (any more)',
  mayBeInBin:
    'If it was deleted, it can be restored from the Bin. Unsaved work of it in this browser is then offered again.',
  changedByOthers: 'Changed by someone else',
  changedByOwn: 'Changed elsewhere with your account',
  changedMeanwhile: 'Changed meanwhile',
  nothingOverwritten: (by: string, at: string) =>
    `This item was changed ${by} on ${at}, after you opened it here, so nothing of what you typed was saved.`,
  bySomeone: 'by someone else',
  byOwn: 'with your account, in another window or on another device,',
  followed: {
    published: 'Published as planned: the form shows it as it is now',
    hidden: 'Hidden as planned: the form shows it as it is now',
    other: 'Changed meanwhile: the form shows it as it is now',
  },
  changedAsPlanned: { published: 'Published as planned', hidden: 'Hidden as planned' },
  nothingSavedYet: {
    published:
      'The time to publish this notice came after you opened it, so what you save now is public at once. Nothing of yours was saved yet.',
    hidden: 'The time to hide this notice came after you opened it. Nothing of yours was saved yet.',
  },
  deleted: 'This item was deleted meanwhile',
  deletedNow: (singular: string) =>
    `Deleted meanwhile. What you typed stays here: Save offers to make a new ${singular} of it, or saves as before once this one is restored from the Bin.`,
  deletedAbout:
    'It was deleted after you opened it here, so nothing was saved. What you typed is still here, and is offered again when this item is restored from the Bin.',
  leaveQuestion: 'Leave without saving?',
  leaveAbout: 'Your changes are not saved. This browser keeps them as a draft and offers them when you come back.',
  leaveWithoutDraft: 'Your changes are not saved, and lost when you leave: this browser cannot store a draft of them.',
  leaveUpload: 'A file is still being uploaded, and is lost when you leave.',
  noDraft: 'This browser cannot store a draft',
  dropAbout: 'What you typed in this form is lost.',
  saved: (thing: string) => `Saved: ${thing}`,
}

/** What became of a text with which a box of references was left. `chosen` is the name of the chosen row; null without one. */
export const REFERENCE = {
  noMatch: (text: string, chosen: string | null) => `Nothing is called “${text}”: ${stays(chosen)}`,
  notRead: (text: string, chosen: string | null) => `“${text}” could not be looked up: ${stays(chosen)}`,
  cleared: (chosen: string) => `Not chosen any more: ${chosen}`,
}

function stays(chosen: string | null): string {
  return chosen === null ? 'nothing is chosen.' : `${chosen} stays chosen.`
}
