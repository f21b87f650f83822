/** Rows of a table: a list, or by the name of the row; one row may stand alone. */
export type Table = readonly object[] | object

/** One number of a table, with the least and the most that were measured in the same run. */
export interface Figure {
  value: number
  least: number
  most: number
}

export type Direction = 'higher' | 'lower'

/** Units and words in the names of rows and columns that show whether more is better. The first that fits counts. */
const directions: [RegExp, Direction][] = [
  [/ratio of processor/, 'lower'],
  [/per second|\/s\b|\bratio\b|delivered|^(performance|accessibility|best-practices|seo)$/, 'higher'],
  [/\b(µs|ms|s|seconds|KB|MB|CLS)\b|^(HTML|scripts|styles)\b|failed|rejected|skipped|sent twice|difference/, 'lower'],
]

/** "12.5", "1,024", "3 %"; with the range of its run: "24 (20 - 30)"; or several: "1.2 / 3.4". */
const number = String.raw`(-?[\d,]+(?:\.\d+)?)(?: ?(?:%|KB|MB|ms|s))?`
const cell = new RegExp(String.raw`^${number}(?: \(${number} - ${number}\))?$`)

const shown = new Map<string, Figure>()

/** Prints a table below its title, and collects its figures for the comparison at the end of the command. */
export function showTable(title: string, table: Table): void {
  console.log(`\n${title}`)
  console.table(table)
  for (const [name, figure] of figuresOf(title, table)) shown.set(name, figure)
}

/** @returns the figures of all tables that this command has shown, by name */
export function shownFigures(): Map<string, Figure> {
  return shown
}

/** @returns every number of a table whose name shows whether more is better, under table, row and column */
export function figuresOf(title: string, table: Table): Map<string, Figure> {
  const figures = new Map<string, Figure>()
  for (const [row, cells] of rowsOf(table)) {
    for (const [column, text] of Object.entries(cells)) {
      const numbers = String(text).split(' / ').map(figureOf)
      // The commit of a checkout differs from run to run.
      const name = [title, row, column]
        .filter(Boolean)
        .join(' | ')
        .replaceAll(/, [\da-f]{7,}( with changes)?(?=:)/g, '')
      if (!directionOf(name)) continue
      for (const [index, figure] of numbers.entries()) {
        if (figure) figures.set(numbers.length > 1 ? `${name} | ${index + 1}` : name, figure)
      }
    }
  }
  return figures
}

/** @returns undefined for a figure that is neither better nor worse when it changes */
export function directionOf(name: string): Direction | undefined {
  const [, ...parts] = name.split(' | ')
  for (const part of parts.toReversed()) {
    const found = directions.find(([words]) => words.test(part))
    if (found) return found[1]
  }
  return undefined
}

function rowsOf(table: Table): [name: string, cells: object][] {
  if (Array.isArray(table)) return table.map((row: object) => [labelOf(row), row])
  const entries = Object.entries(table)
  return entries.every(([, cells]) => typeof cells === 'object' && cells !== null) ? entries : [['', table]]
}

/** @returns the texts of a row, by which its figures are recorded */
function labelOf(row: object): string {
  return Object.values(row)
    .filter((text) => typeof text === 'string' && !figureOf(text.split(' / ')[0] ?? ''))
    .join(', ')
}

function figureOf(text: string): Figure | null {
  const [, value, least = value, most = value] = cell.exec(text.trim()) ?? []
  if (value === undefined) return null
  return { value: plain(value), least: plain(least), most: plain(most) }
}

function plain(digits = ''): number {
  return Number(digits.replaceAll(',', ''))
}
