import { formatDay, isDay, type Day } from '#domain/dates.ts'
import { DATE_PLACEHOLDERS } from '#domain/messages.ts'

/** The days that the database stores: other years are slips, and days are compared as texts. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'

/**
 * Parses a typed date: YYYY-MM-DD or DD-MM-YYYY, an existing day of the years 1900 to 2199. Source: docs/behaviour/admin.md#typed-dates.
 *
 * @returns the day, null for an empty text or a placeholder, undefined for anything else
 */
export function typedDay(text: string): Day | null | undefined {
  const typed = text.trim()
  if (!typed || DATE_PLACEHOLDERS.some((placeholder) => placeholder.toLowerCase() === typed.toLowerCase())) return null
  const day = /^\d\d-\d\d-\d{4}$/.test(typed) ? formatDay(typed) : typed
  return isStoredDay(day) ? day : undefined
}

/** @returns whether a text is a day, YYYY-MM-DD, that the database stores */
export function isStoredDay(text: string): text is Day {
  return isDay(text) && text >= FIRST_DAY && text <= LAST_DAY
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NUMBERS = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/
const WORDS = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})$/i

/**
 * Converts a date as official notifications print it into the format of the field: '17/10/2026', '17.10.2026',
 * '5th October, 2026'.
 *
 * @returns DD-MM-YYYY, or null for any other text
 */
export function pastedDay(text: string): string | null {
  const typed = text.trim()
  const [, date, word = '', year] = NUMBERS.exec(typed) ?? WORDS.exec(typed) ?? []
  const month = MONTHS.indexOf(word.toLowerCase()) + 1 || Number(word)
  const day = `${year}-${String(month).padStart(2, '0')}-${date?.padStart(2, '0')}`
  return isDay(day) ? formatDay(day) : null
}
