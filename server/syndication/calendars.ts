import type { BackendClient } from '#app/data/backend-client.ts'
import { readDatedRecord, readFilteredFacts } from '#app/data/notice-facts.ts'
import { calendarDays } from '#domain/content/calendar-days.ts'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { kindOfDetailFolder, noticePath } from '#domain/content/registry.ts'
import { indianDay } from '#domain/dates.ts'
import { SLUG_PATTERN } from '#domain/page-paths.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { calendarText } from './calendar-text.ts'
import { isOfUnknown, listTitle, readListRequest } from './list-request.ts'
import { documentResponse, missing, movedTo } from './document-response.ts'

const CALENDAR = new RegExp(`^(/[^/]+)/(${SLUG_PATTERN})/calendar\\.ics$`)

/** Handles `/{folder}/{slug}/calendar.ics` for every kind of notice and for recruitments. */
export function createCalendars(backend: BackendClient, site: SiteIdentity) {
  return async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const [, folder = '', slugInPath = ''] = CALENDAR.exec(pathname) ?? []
    const kind = kindOfDetailFolder(folder)
    const pathOf = (slug: string) => `${kind ? noticePath(kind, slug) : recruitmentPath(slug)}/calendar.ics`
    if (!slugInPath) return missing(404)
    if (pathname !== pathOf(slugInPath)) return movedTo(pathOf(slugInPath))

    const reply = await readDatedRecord(backend, kind?.table ?? 'recruitments', slugInPath)
    if (reply.state === 'moved') return movedTo(pathOf(reply.slug))
    if (reply.state !== 'found') return missing(reply.state === 'gone' ? 410 : 404)
    const { record } = reply
    const body = calendarText(site, { title: record.title, days: calendarDays(record.notices) })
    return documentResponse(request, { type: 'text/calendar', body, fileName: `${record.slug}.ics` })
  }
}

/**
 * Handles `calendar.ics` below the lists of kinds with filters: the last dates of what is not closed. It takes the
 * filters of the list, by path or by query.
 */
export function createListCalendars(backend: BackendClient, site: SiteIdentity, clock: () => number = Date.now) {
  return async function handle(request: Request): Promise<Response> {
    const { kind, query, list } = readListRequest(new URL(request.url))
    if (!kind) return missing(404)
    const filters = query ?? { filters: {}, unstated: false, sort: null, search: '', after: null }
    const today = indianDay(clock())
    const { notices, organization } = await readFilteredFacts(backend, kind, {
      query: filters,
      purpose: 'calendar',
      today,
    })
    if (isOfUnknown(query, organization)) return missing(404)
    const days = notices.flatMap((notice) => calendarDays([notice]).filter(({ deadline }) => deadline))
    const body = calendarText(site, { title: `${listTitle(kind, query, organization)}: last dates`, days })
    return documentResponse(request, { type: 'text/calendar', body, fileName: `${fileName(list)}.ics` })
  }
}

/** @returns the address of a list as the name of a file: 'jobs-in-goa' */
function fileName(list: string): string {
  return list.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
