/**
 * Constructs of Markdown for which the renderer needs time or space that grows with the square of their number in a
 * paragraph or, nested, in a line. Ordinary notices have some dozens of each.
 */
const CONSTRUCTS: { names: readonly string[]; sign: RegExp; per: 'paragraph' | 'line' }[] = [
  { names: ['attention'], sign: /\*+|_+/g, per: 'paragraph' },
  { names: ['labelStartLink', 'labelStartImage', 'labelEnd'], sign: /[[\]]/g, per: 'paragraph' },
  { names: ['blockQuote'], sign: />/g, per: 'line' },
  { names: ['list'], sign: /[-+*][ \t]|\d[.)][ \t]/g, per: 'line' },
]

/** Largest sum of these squares in a text, about a second on a slow server. A construct that exceeds it stays text. */
const MOST_STEPS = 10_000_000

/** Cells of all tables of a text. Every row of a table has as many as its first one, whatever was typed. */
const MOST_CELLS = 50_000

const LINE = /\r\n|[\r\n]/
const BLANK_LINES = /(?:\r\n|[\r\n])(?:[ \t]*(?:\r\n|[\r\n]))+/

/**
 * Source: docs/behaviour/notices.md#markdown
 *
 * @returns names of the constructs that a text has too often to be rendered as such: it would stop the server for minutes
 */
export function costlyConstructs(text: string): string[] {
  const paragraphs = text.split(BLANK_LINES)
  const lines = text.split(LINE)
  const costly = CONSTRUCTS.filter(({ sign, per }) => steps(per === 'line' ? lines : paragraphs, sign) > MOST_STEPS)
  const cells = paragraphs.reduce((sum, paragraph) => sum + cellsOf(paragraph.split(LINE)), 0)
  return [...costly.flatMap(({ names }) => names), ...(cells > MOST_CELLS ? ['table'] : [])]
}

function steps(parts: readonly string[], sign: RegExp): number {
  return parts.reduce((sum, part) => sum + (part.match(sign)?.length ?? 0) ** 2, 0)
}

function cellsOf(lines: readonly string[]): number {
  const most = lines.reduce((found, line) => Math.max(found, line.split('|').length - 1), 0)
  return most * lines.length
}
