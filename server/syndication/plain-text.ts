/** @returns one line without the characters that XML and iCalendar cannot hold. Source: XML 1.0, 2.2; RFC 5545, 3.1 */
export function plainText(typed: string): string {
  return typed.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim()
}
