import { readPreview, type PreviewReply } from '#app/data/notice-preview.ts'
import { noticeView } from '#app/pages/notice/notice-view.tsx'
import { page, RecordMissing } from '#app/pages/page.ts'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { PREVIEW } from '#domain/messages.ts'
import { PREVIEW_FOLDER } from '#domain/page-paths.ts'

type PreviewData = Extract<PreviewReply, { state: 'found' }>

/**
 * A notice that is not published, at a secret address: '/preview/3f2a...'. Nothing stores or counts it, and its links do not
 * tell where they were. Source: docs/behaviour/publication.md#preview-links
 */
export const preview = page<PreviewData>({
  path: `${PREVIEW_FOLDER}/:token`,
  cache: null,
  load: async ({ backend, params }) => {
    const reply = await readPreview(backend, params['token'] ?? '')
    if (reply.state === 'found') return reply
    throw new RecordMissing(reply, (slug) =>
      reply.state === 'moved' ? noticePath(kindOfTable(reply.table), slug) : '/',
    )
  },
  meta: ({ notice }) => ({ title: `${PREVIEW.title}: ${notice.title}`, description: PREVIEW.line, noindex: true }),
  view: (data, context) => (
    <>
      <p className="preview-line" role="note">
        <strong>{PREVIEW.line}</strong> {PREVIEW.until}{' '}
        <time dateTime={htmlTimestamp(data.expiresAt)}>{dayAndTime(data.expiresAt)}</time>.
      </p>
      {noticeView(kindOfTable(data.table), data, context)}
    </>
  ),
  styles: 'preview',
  isSecret: true,
})
