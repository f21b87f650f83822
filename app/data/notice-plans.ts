import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import type { NoticePlan } from '#domain/content/publication.ts'
import { utcTimestamp } from '#domain/dates.ts'
import type { AdminClient } from './admin-client.ts'
import { dataOf } from './backend-error.ts'

/** Ids of one read: more do not fit into an address. */
export const IDS_PER_REQUEST = 200

const instant = z.string().transform(utcTimestamp)

const storedPlan = z.object({
  record_id: z.number(),
  state: z.enum(['draft', 'scheduled', 'published', 'hidden']),
  status: z.string().nullable(),
  publish_at: instant.nullable(),
  hide_at: instant.nullable(),
})

/**
 * Reads what is planned for notices of a kind.
 *
 * @param ids of any number of notices
 * @returns the plans by id; without those of notices that have none
 * @throws BackendError
 */
export async function readPlans(
  client: AdminClient,
  table: ContentTable,
  ids: readonly number[],
): Promise<Map<number, NoticePlan>> {
  const plans = new Map<number, NoticePlan>()
  for (let from = 0; from < ids.length; from += IDS_PER_REQUEST) {
    const reply = await client
      .from('notice_plans')
      .select('record_id, state, status, publish_at, hide_at')
      .eq('content_table', table)
      .in('record_id', ids.slice(from, from + IDS_PER_REQUEST))
    for (const { record_id, ...plan } of z.array(storedPlan).parse(dataOf(reply))) plans.set(record_id, plan)
  }
  return plans
}
