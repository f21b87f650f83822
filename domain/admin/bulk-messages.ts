/** Texts of bulk acts. Source: docs/behaviour/bin.md#bulk-acts */
import type { BulkAct } from './bulk-acts.ts'
import { CHECK, TABLE } from './messages.ts'

const verb = (many: number, one: string, several: string) => (many === 1 ? one : several)
const its = (many: number) => verb(many, 'its', 'their')

/** What is about to happen, above the button that applies it. `what` is a number of rows: '3 jobs'. */
export const CONSEQUENCES = {
  leave: (many: number, what: string) =>
    `${what} ${verb(many, 'leaves', 'leave')} the site at once, and ${its(many)} followers get no more pushes.`,
  gone: (many: number) => `${verb(many, 'Its address says', 'Their addresses say')} that the notice was removed.`,
  bin: (days: number) => `The staff can restore them from the Bin for ${days} days.`,
  used: 'What others use stays; it can be deleted alone, when they are moved to another one.',
  appear: (many: number, what: string) => `${what} ${verb(many, 'appears', 'appear')} on the site at once.`,
  early: (many: number, what: string) =>
    `${what} ${verb(many, 'was', 'were')} to appear later: ${its(many)} planned time is given up.`,
  hiddenLater: (many: number, what: string) =>
    `${what} ${verb(many, 'is', 'are')} still to be hidden at ${its(many)} planned time.`,
  postedLater: (many: number, what: string) =>
    `${what} ${verb(many, 'has', 'have')} a post time in the future, and ${verb(many, 'stands', 'stand')} first in lists until then.`,
  unplanned: (many: number, what: string) => `${what} ${verb(many, 'loses', 'lose')} ${its(many)} planned time.`,
  onHome: (many: number, what: string) => `${what} ${verb(many, 'appears', 'appear')} on the home page.`,
  offHome: (many: number, what: string) => `${what} ${verb(many, 'leaves', 'leave')} the home page.`,
  popular: (many: number, what: string) =>
    `${what} ${verb(many, 'is', 'are')} listed under Popular jobs on the home page.`,
  unpopular: (many: number, what: string) => `${what} ${verb(many, 'leaves', 'leave')} Popular jobs on the home page.`,
  order: 'Lists and feeds order them by the new day. The time of day stays.',
  future: (day: string) => `Until ${day} they stand above everything that is newer.`,
  organization: 'Followers of the new organization hear of those that were published in the last 7 days.',
  category: 'They move to the lists of the new category.',
  checked: 'Their pages say that they were checked today.',
}

export const BULK = {
  menu: 'Change',
  menuLabel: 'Change selected rows',
  clear: 'Clear',
  /** @param number of selected rows that have left the list since they were selected */
  hidden: (number: number) =>
    number === 1
      ? '1 selected row is no longer shown: acts leave it out.'
      : `${number} selected rows are no longer shown: acts leave them out.`,
  dropHidden: (number: number) => (number === 1 ? 'Deselect it' : 'Deselect them'),
  reading: 'Reading the selected rows...',
  failed: (message: string) => `The selected rows could not be read: ${message}`,
  nothing: 'Nothing would change: choose another value, or cancel.',
  stays: 'stays',
  empty: 'not set',
  from: (state: string, time: string) => `${state} from ${time}`,
  preview: 'What will change',
  consequences: 'What follows',
  choose: (label: string) => `Choose: ${label}`,
  gone: (number: number) =>
    number === 1 ? 'One of them was deleted meanwhile.' : `${number} of them were deleted meanwhile.`,
  changedMeanwhile: 'somebody has changed it meanwhile',
  deletedMeanwhile: 'it was deleted meanwhile',
  /** @returns the first titles of several rows, and how many more there are */
  firstTitles: (titles: readonly string[]) =>
    titles.length > 5 ? `${titles.slice(0, 5).join('; ')} and ${titles.length - 5} more` : titles.join('; '),
}

/** Of each act: its item in the menu, the heading of its preview, the label of its value, and its button. */
export const ACTS: Record<BulkAct, { item: string; heading: (what: string) => string; label: string; apply: string }> =
  {
    status: { item: 'Status...', heading: (what) => `Set the status of ${what}`, label: 'Status', apply: 'Set status' },
    'quick link': {
      item: 'Quick Link...',
      heading: (what) => `Turn Quick Link on or off for ${what}`,
      label: 'Quick Link',
      apply: 'Set Quick Link',
    },
    'post date': {
      item: 'Post date...',
      heading: (what) => `Change the post date of ${what}`,
      label: TABLE.postDatePrompt,
      apply: 'Change post date',
    },
    organization: {
      item: 'Organization...',
      heading: (what) => `Change the organization of ${what}`,
      label: 'Organization',
      apply: 'Change organization',
    },
    category: {
      item: 'Category...',
      heading: (what) => `Change the category of ${what}`,
      label: 'Category',
      apply: 'Change category',
    },
    check: {
      item: `${CHECK.button}...`,
      heading: (what) => `Mark ${what} as checked against the source`,
      label: '',
      apply: 'Mark as checked',
    },
    delete: { item: `${TABLE.delete}...`, heading: TABLE.deleteQuestions, label: '', apply: TABLE.delete },
  }
