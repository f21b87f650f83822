import { PASTED_LINES_MAX } from '#domain/limits.ts'

const BULLET = /^[•●▪*–-]\s+/
const MARK = /^\(?(?<mark>\d{1,2}|[a-z]|[ivx]{1,5})[.)]\s+/i

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')
const ROMANS = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')

/**
 * @returns the pasted lines without bullets, and without numbers or letters that count them: '1.', 'a)', '(ii)'. Other
 *   letters are the beginning of what is meant: 'B. Ed.', 'M. Tech'
 */
export function pastedLines(text: string): string[] {
  const lines = linesOf(text)
    .map((line) => line.trim().replace(BULLET, '').trim())
    .filter(Boolean)
  return isCounted(lines) ? lines.map((line) => line.replace(MARK, '')) : lines
}

/** @returns the lines that are not empty; none of a text with too many, which is pasted as one line */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim())
  return lines.length > PASTED_LINES_MAX ? [] : lines
}

/** @returns whether the marks of those lines that have one follow each other */
function isCounted(lines: readonly string[]): boolean {
  const marks = lines.flatMap((line) => MARK.exec(line)?.groups?.['mark']?.toLowerCase() ?? [])
  if (marks.length < 2) return false
  const first = Number(marks[0])
  return (
    marks.every((mark, index) => Number(mark) === first + index) ||
    [LETTERS, ROMANS].some((letters) => marks.every((mark, index) => mark === letters[index]))
  )
}

/** The text of a field before and after what is selected in it, which a paste replaces. */
export function aroundSelection({ value, selectionStart, selectionEnd }: HTMLInputElement): [string, string] {
  return [value.slice(0, selectionStart ?? value.length), value.slice(selectionEnd ?? value.length)]
}
