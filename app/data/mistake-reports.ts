import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { REPORT_REASONS, type ReportReason } from '#domain/mistake-report.ts'
import type { AdminClient } from './admin-client.ts'
import { dataOf } from './backend-error.ts'
import { contentTable, timestamp } from './notice-rows.ts'

const reasons = Object.keys(REPORT_REASONS) as ReportReason[]

const reportedNotice = z.object({
  table: contentTable,
  id: z.number(),
  /** Id of its last report. */
  newest: z.number(),
  reports: z.number(),
  /** Null when the notice was deleted or hidden since. */
  title: z.string().nullable(),
  slug: z.string().nullable(),
  details: z.array(
    z.object({ id: z.number(), created_at: timestamp, reason: z.enum(reasons), message: z.string().nullable() }),
  ),
})

/** A notice with the reports that are not done, newest first. */
export type ReportedNotice = z.infer<typeof reportedNotice>

/**
 * @param most notices at most
 * @returns notices with open reports, the last reported first. Source: docs/behaviour/reports.md#in-the-admin
 * @throws BackendError
 */
export async function fetchReported(client: AdminClient, most: number): Promise<ReportedNotice[]> {
  return z.array(reportedNotice).parse(dataOf(await client.rpc('reported_notices', { most })))
}

/**
 * @returns how many reports are open
 * @throws BackendError
 */
export async function countReports(client: AdminClient): Promise<number> {
  const open = client.from('mistake_reports').select('id', { count: 'exact', head: true }).is('done_at', null)
  const reply = await open
  dataOf(reply)
  return reply.count ?? 0
}

/**
 * Marks the reports of a notice as done, up to the last one that was shown.
 *
 * @throws BackendError
 */
export async function finishReports(
  client: AdminClient,
  { table, id, newest }: { table: ContentTable; id: number; newest: number },
): Promise<void> {
  dataOf(await client.rpc('finish_reports', { content_table: table, record_id: id, up_to: newest }))
}
