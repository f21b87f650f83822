import type { ContentTable } from '#domain/content/content-kind.ts'
import type { ReportReason } from '#domain/mistake-report.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf, isDuplicate } from './backend-error.ts'

export interface MistakeReport {
  content_table: ContentTable
  record_id: number
  reason: ReportReason
  message: string | null
  /** Random number of the page that it is sent from, if it has one. */
  attempt: number | null
}

/**
 * Stores a report of a mistake for admins to read. One that is sent again, because the first answer was lost, is stored once.
 *
 * @throws BackendError when it was not stored
 */
export async function storeMistakeReport(backend: BackendClient, report: MistakeReport): Promise<void> {
  try {
    dataOf(await backend.insert('mistake_reports', report))
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}
