import { clockTime, dayAndTime, indianDay } from './dates.ts'

/** Texts for saved copies and unreachable pages. */
export const OFFLINE = {
  heading: "You're offline",
  explanation: 'This page has not been opened on this device before, so it cannot be shown without a network.',
  cannotBeReached: (siteName: string) => `${siteName} cannot be reached`,
  retries: 'This page tries again every few seconds, and opens as soon as there is an answer.',
  retry: 'Try again',
  savedPages: 'Pages you can read now',
  savedPagesAge: 'As they were when you last opened them. Check dates on the official site before you rely on them.',
}

/**
 * @param savedAt timestamp of the copy, in milliseconds since the epoch
 * @returns the HTML of a page with a line at the top of its main element that says when it was saved
 */
export function withSavedCopyLine(html: string, savedAt: number, now: number): string {
  const line = `<p class="saved-copy" role="status">${savedCopyMessage(savedAt, now)}</p>`
  return html.replace(/<main\b[^>]*>/, (main) => main + line)
}

/**
 * @param savedAt timestamp of the copy, in milliseconds since the epoch
 * @returns 'Saved copy of 7:02 AM', with the day when it is not today: 'Saved copy of 20-11-2026 7:02 AM'; Indian time
 */
export function savedCopyMessage(savedAt: number, now: number): string {
  const isToday = indianDay(savedAt) === indianDay(now)
  return `Saved copy of ${isToday ? clockTime(savedAt) : dayAndTime(savedAt)}`
}
