import { isFull } from '#app/data/backend-error.ts'
import { storeMistakeReport } from '#app/data/mistake-report.ts'
import { readNotice, rowsOf } from '#app/data/notice.ts'
import { fieldText } from '#domain/field-text.ts'
import { page, RecordMissing, type PageContext } from '#app/pages/page.ts'
import { TextPage } from '#app/ui/text-page.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Notice } from '#domain/content/notice.ts'
import { kindOfDetailFolder, noticePath } from '#domain/content/registry.ts'
import { reportPath } from '#domain/content/report-path.ts'
import { REPORT_FORM_BYTES, REPORT_MESSAGE_MAX } from '#domain/limits.ts'
import { isReportReason, REPORT } from '#domain/mistake-report.ts'
import { REPORT_FOLDER } from '#domain/page-paths.ts'
import { ReportForm, type ReportReply, type TypedReport } from './report-form.tsx'

interface ReportData {
  kind: ContentKind
  /** Null when a form was posted while the database was away. */
  notice: Notice | null
  slug: string
  reply: ReportReply | null
  /** A random number, by which a report that is sent again from the same page counts once. */
  attempt: string
}

/** The form for a mistake in a notice: '/report/jobs/ssc-cgl'. Source: docs/behaviour/reports.md#the-form */
export const report = page<ReportData>({
  path: `${REPORT_FOLDER}/:folder/:slug`,
  // Each page has a number of its own.
  cache: null,
  load: (context) => readReported(context),
  tags: ({ kind, notice }) => (notice ? rowsOf(kind, notice) : []),
  meta: ({ notice }) => ({
    title: notice ? `${REPORT.title}: ${notice.title}` : REPORT.title,
    description: 'Tell us which date, link, fee or number of posts is wrong.',
    noindex: true,
  }),
  view: ({ kind, notice, slug, reply, attempt }) => (
    <TextPage
      title={REPORT.title}
      lede={
        <>
          In{' '}
          <a href={noticePath(kind, slug)}>{notice ? <StoredText text={notice.title} /> : `this ${kind.singular}`}</a>
        </>
      }
    >
      <ReportForm path={reportPath(kind, slug)} reply={reply} attempt={attempt} />
    </TextPage>
  ),
  formBytes: REPORT_FORM_BYTES,
  post: async (form, context) => {
    const { backend, isOverLimit, logFailure } = context
    const typed = readReport(form)
    const slug = context.params['slug'] ?? ''
    let shown: ReportData = { kind: kindOf(context), notice: null, slug, reply: null, attempt: typed.attempt }
    const failed = (status: number, message: string) => ({ status, data: { ...shown, reply: { typed, message } } })
    const problem = problemOf(typed)
    try {
      // Also for a form that is not stored, because its page names the notice.
      shown = await readReported(context)
      if (isOverLimit) return failed(429, REPORT.tooMany)
      if (problem) return failed(422, problem)
      const { kind, notice } = shown
      const { reason, message, attempt } = typed
      if (notice && !typed.website && isReportReason(reason))
        await storeMistakeReport(backend, {
          content_table: kind.table,
          record_id: notice.id,
          reason,
          message: message || null,
          attempt: numberOf(attempt),
        })
      return { status: 200, data: { ...shown, reply: { typed: null, message: REPORT.thanks } } }
    } catch (error) {
      if (error instanceof RecordMissing) throw error
      logFailure('report of a mistake', error)
      // Without the notice, what is wrong with the form is true all the same.
      if (isOverLimit) return failed(429, REPORT.tooMany)
      return problem ? failed(422, problem) : failed(503, isFull(error) ? REPORT.full : REPORT.failed)
    }
  },
  styles: 'text-page',
})

/** @throws RecordMissing when no kind has this folder */
function kindOf({ params }: PageContext): ContentKind {
  const kind = kindOfDetailFolder(`/${params['folder']}`)
  if (!kind) throw new RecordMissing({ state: 'unknown' }, (slug) => slug)
  return kind
}

async function readReported(context: PageContext): Promise<ReportData> {
  const kind = kindOf(context)
  const slug = context.params['slug'] ?? ''
  const reply = await readNotice(context.backend, kind, slug)
  if (reply.state !== 'found') throw new RecordMissing(reply, (moved) => reportPath(kind, moved))
  return { kind, notice: reply.notice, slug, reply: null, attempt: `${Math.random()}` }
}

function readReport(form: FormData): TypedReport {
  const text = (name: string) => fieldText(form, name)
  // Browsers send line breaks as two characters, and count them as one.
  const message = text('message').replaceAll('\r\n', '\n')
  return { reason: text('reason'), message, website: text('website'), attempt: text('attempt') }
}

/** @returns the number of the page, or null */
function numberOf(attempt: string): number | null {
  const number = Number(attempt)
  return number > 0 && number < 1 ? number : null
}

/** @returns what is missing in a report, or null */
function problemOf({ reason, message }: TypedReport): string | null {
  if (!isReportReason(reason)) return REPORT.noReason
  if (reason === 'other' && !message) return REPORT.noText
  return Array.from(message).length > REPORT_MESSAGE_MAX ? REPORT.tooLong : null
}
