import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import type { Correction } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'
import type { AdminClient } from './admin-client.ts'
import { dataOf } from './backend-error.ts'

interface CorrectedNotice {
  table: ContentTable
  id: number
}

export interface LastDateCorrection extends CorrectedNotice {
  /** The column of the last date. */
  field: string
  newDate: Day
  /** `updated_at` of the notice as it was shown. */
  version: string
  /** Address of the official source. */
  source: string
  notifiesFollowers: boolean
}

const outcome = z.object({ is_stored: z.boolean() })

/**
 * Corrects the last date of a public notice; one that is later makes it 'Date Extend'. Safe to repeat.
 * Source: docs/behaviour/correcting.md#one-act
 *
 * @returns false when somebody else has changed the notice; then nothing is stored
 * @throws BackendError
 */
export async function correctLastDate(client: AdminClient, correction: LastDateCorrection): Promise<boolean> {
  const { table, id, field, newDate, version, source, notifiesFollowers } = correction
  const reply = await client.rpc('correct_last_date', {
    content_table: table,
    record_id: id,
    field,
    new_date: newDate,
    version,
    source,
    tells_followers: notifiesFollowers,
  })
  return outcome.parse(dataOf(reply)).is_stored
}

/**
 * @returns how many subscriptions hear of changed dates of the notice
 * @throws BackendError
 */
export async function countDateFollowers(client: AdminClient, { table, id }: CorrectedNotice): Promise<number> {
  return z.number().parse(dataOf(await client.rpc('date_followers', { content_table: table, record_id: id })))
}

const corrections = z.array(
  z
    .object({
      field: z.string(),
      old_value: z.string().nullable(),
      new_value: z.string().nullable(),
      corrected_at: z.string(),
      source: z.string().nullable(),
    })
    .transform(({ old_value, new_value, corrected_at, ...rest }): Correction => ({
      ...rest,
      old: old_value,
      new: new_value,
      at: corrected_at,
    })),
)

/**
 * @returns the corrections of a notice, the newest first
 * @throws BackendError
 */
export async function readCorrections(client: AdminClient, { table, id }: CorrectedNotice): Promise<Correction[]> {
  const reply = await client
    .from('corrections')
    .select('field, old_value, new_value, corrected_at, source')
    .eq('content_table', table)
    .eq('record_id', id)
    .order('corrected_at', { ascending: false })
    .limit(20)
  return corrections.parse(dataOf(reply))
}
