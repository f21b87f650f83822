import { REPORT_MESSAGE_MAX } from './limits.ts'

/** What visitors report as wrong in a notice. Source: docs/behaviour/reports.md#the-form */

/** Reasons by the name under which they are stored, in the order of the form. */
export const REPORT_REASONS = {
  date: 'A date is wrong',
  link: 'A link is dead or wrong',
  amount: 'A fee or the number of posts is wrong',
  other: 'Something else',
} as const

export type ReportReason = keyof typeof REPORT_REASONS

/** Source: docs/behaviour/reports.md#answers-of-the-form */
export const REPORT = {
  title: 'Report a mistake',
  thanks: 'Thank you. Your report was stored, and will be compared with the official source.',
  noReason: 'Please choose what is wrong.',
  noText: 'Please write in a few words what is wrong.',
  tooLong: `Please use at most ${REPORT_MESSAGE_MAX} characters.`,
  tooMany: 'Too many reports. Please try again later.',
  full: 'More reports are waiting than can be stored, so yours was not. Please try again in a few days.',
  failed: 'Your report may not have arrived. Please send it again in a moment.',
}

/** @returns whether a text is a reason */
export function isReportReason(text: string): text is ReportReason {
  return Object.hasOwn(REPORT_REASONS, text)
}
