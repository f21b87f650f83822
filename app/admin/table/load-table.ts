import type { AdminClient } from '#app/data/admin-client.ts'
import { load, type Loaded } from '#app/admin/feedback/loaded.ts'
import { countRows, fetchRows, type AdminRow } from '#app/data/admin-list.ts'
import { fetchAuthors } from '#app/data/history.ts'
import { readListQuery, writeListQuery, type ListQuery } from '#domain/admin/list-query.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { TABLE_ROWS } from '#domain/limits.ts'
import { firstRows, rowsOf, type FirstRows } from './first-rows.ts'

export interface TableData {
  query: ListQuery
  /** The query as it is written in the address. */
  address: string
  /** When the read began; milliseconds of `performance.now()`. */
  startedAt: number
  list: Loaded<FirstRows<AdminRow> & { total: number | null }>
}

/** Reads the rows of a tab that an address asks for, and how many there are. */
export async function loadTable(tab: AdminTab, parameters: URLSearchParams): Promise<TableData> {
  const startedAt = performance.now()
  const query = readListQuery(tab, parameters)
  const list = await load(tab.label, async (client) => {
    const total = countRows(client, tab, query).catch((error: unknown) => {
      console.warn('The rows of a table could not be counted', error)
      return null
    })
    const rows = await firstRows<AdminRow>(rowsOf(parameters, TABLE_ROWS), (page) =>
      fetchRows(client, { tab, query, ...page }),
    )
    const authored = query.isSimplified ? rows.rows : await withAuthors(client, tab, rows.rows)
    return { ...rows, rows: authored, total: await total }
  })
  return { query, address: writeListQuery(tab, query), startedAt, list }
}

/** Adds, for 'View All', who created each row and who changed it last, as far as the history has recorded it. */
async function withAuthors(client: AdminClient, { table }: AdminTab, rows: AdminRow[]): Promise<AdminRow[]> {
  try {
    const ids = rows.map(({ id }) => id)
    const authors = await fetchAuthors(client, table, ids)
    return rows.map((row) => Object.assign({}, row, authors[row.id]))
  } catch (error) {
    console.warn('Who changed the rows of a table could not be read', error)
    return rows
  }
}
