import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { HOME_SECTIONS } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import type { HomeBoard } from './home-board.ts'
import { contentTable, noticeCard, timestamp } from './notice-rows.ts'

const cards = z.array(noticeCard)
const sections = Object.fromEntries(HOME_SECTIONS.map(({ table }) => [table, cards])) as Record<
  ContentTable,
  typeof cards
>
const boardReply = z.object({
  ...sections,
  quick_links: z.array(z.object({ slug: z.string(), title: z.string() })),
  closing_today: cards,
  counts: z.partialRecord(contentTable, z.number()),
  updated_at: timestamp.nullable(),
})

/**
 * Reads everything on the home page in one round trip.
 *
 * @throws BackendError
 */
export async function readHome(backend: BackendClient, today: Day): Promise<HomeBoard> {
  const pageSizes = Object.fromEntries(HOME_SECTIONS.map((kind) => [kind.table, kind.pageSize]))
  const reply = await backend.rpc('home_board', { page_sizes: pageSizes, today })
  const { quick_links, closing_today, counts, updated_at, ...rows } = boardReply.parse(dataOf(reply))
  return { sections: rows, quickLinks: quick_links, closingToday: closing_today, counts, updatedAt: updated_at }
}
