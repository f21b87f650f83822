import type { BackendClient } from '#app/data/backend-client.ts'
import { readDatedRecord } from '#app/data/notice-facts.ts'
import { calendarDays } from '#domain/content/calendar-days.ts'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { kindOfDetailFolder, noticePath } from '#domain/content/registry.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { calendarText } from './calendar-text.ts'
import { newestTime } from './newest-time.ts'
import { documentResponse, missing, movedTo } from './document-response.ts'

/** Handles `/{folder}/{slug}/calendar.ics` for every kind of notice and for recruitments. */
export function createCalendars(backend: BackendClient, site: SiteIdentity) {
  return async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const [, folder = '', slugInPath = ''] = /^(\/[^/]+)\/([a-z0-9-]+)\/calendar\.ics$/.exec(pathname) ?? []
    const kind = kindOfDetailFolder(folder)
    const pathOf = (slug: string) => `${kind ? noticePath(kind, slug) : recruitmentPath(slug)}/calendar.ics`
    if (!slugInPath) return missing(404)
    if (pathname !== pathOf(slugInPath)) return movedTo(pathOf(slugInPath))

    const reply = await readDatedRecord(backend, kind?.table ?? 'recruitments', slugInPath)
    if (reply.state === 'moved') return movedTo(pathOf(reply.slug))
    if (reply.state !== 'found') return missing(reply.state === 'gone' ? 410 : 404)
    const { record } = reply
    const changedAt = newestTime([record, ...record.notices].map(({ updated_at }) => updated_at))
    const body = calendarText(site, { title: record.title, days: calendarDays(record.notices) })
    return documentResponse(request, { type: 'text/calendar', body, changedAt, fileName: `${record.slug}.ics` })
  }
}
