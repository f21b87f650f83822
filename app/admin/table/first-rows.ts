import { TABLE_ROWS_MAX } from '#domain/limits.ts'

export interface FirstRows<Row> {
  rows: Row[]
  /** Whether the database has further rows. */
  hasMore: boolean
}

/** URL parameter with the number of rows to show, once 'Show more' was pressed. */
export const ROWS = 'rows'

/** @returns how many rows an address asks for, at least `step` */
export function rowsOf(parameters: URLSearchParams, step: number): number {
  const requested = Number(parameters.get(ROWS))
  return Number.isSafeInteger(requested) ? Math.max(step, requested) : step
}

/**
 * Reads the first rows of a list, with further requests where one request may not ask for all of them.
 *
 * @param read reads a page; `after` is the last row of the previous one
 */
export async function firstRows<Row>(
  count: number,
  read: (page: { after: Row | undefined; limit: number }) => Promise<Row[]>,
): Promise<FirstRows<Row>> {
  const rows: Row[] = []
  // One more row than is shown is read, to know whether there are further rows.
  while (rows.length <= count) {
    const limit = Math.min(count + 1 - rows.length, TABLE_ROWS_MAX)
    const page = await read({ after: rows.at(-1), limit })
    rows.push(...page)
    if (page.length < limit) break
  }
  return { rows: rows.slice(0, count), hasMore: rows.length > count }
}
