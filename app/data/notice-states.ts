import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { contentTable, noticeCard, timestamp } from './notice-rows.ts'

/** A notice by its id, or by its slug. */
export type WantedNotice = { table: ContentTable; id: number } | { table: ContentTable; slug: string }

const states = z.array(
  z.object({
    wanted: z.union([
      z.object({ table: contentTable, id: z.number() }),
      z.object({ table: contentTable, slug: z.string() }),
    ]),
    notice: noticeCard.extend({ table: contentTable, updated_at: timestamp, organization: z.string().nullable() }),
  }),
)

/**
 * Reads the present state of notices, at most SAVED_NOTICES_MAX, in one round trip.
 *
 * @returns those that are public
 * @throws BackendError
 */
export async function readNoticeStates(
  backend: BackendClient,
  wanted: readonly WantedNotice[],
): Promise<{ wanted: WantedNotice; notice: NoticeFacts }[]> {
  return states.parse(dataOf(await backend.rpc('notice_states', { wanted: [...wanted] })))
}
