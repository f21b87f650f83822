import { z } from 'zod'
import { HOME_SECTIONS } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import type { HomeBoard } from './home-board.ts'
import { timestamp, noticeCard } from './notice-rows.ts'

const cards = z.array(noticeCard)
const boardReply = z.object({
  jobs: cards,
  results: cards,
  admit_cards: cards,
  answer_keys: cards,
  admissions: cards,
  documents: cards,
  quick_links: z.array(z.object({ slug: z.string(), title: z.string() })),
  closing_today: cards,
  counts: z.partialRecord(
    z.enum(['jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus']),
    z.number(),
  ),
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
  const { quick_links, closing_today, counts, updated_at, ...sections } = boardReply.parse(dataOf(reply))
  return { sections, quickLinks: quick_links, closingToday: closing_today, counts, updatedAt: updated_at }
}
