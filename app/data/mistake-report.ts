import type { ContentTable } from '#domain/content/content-kind.ts'
import type { ReportReason } from '#domain/mistake-report.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'

export interface MistakeReport {
  content_table: ContentTable
  record_id: number
  reason: ReportReason
  message: string | null
}

/**
 * Stores a report of a mistake for admins to read.
 *
 * @throws BackendError when it was not stored
 */
export async function storeMistakeReport(backend: BackendClient, report: MistakeReport): Promise<void> {
  dataOf(await backend.insert('mistake_reports', report))
}
