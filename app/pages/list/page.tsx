import { readFilteredList, withValidCursor, type FoundNotices } from '#app/data/filtered-list.ts'
import { LIST_CURSOR, readNoticeList, type NoticePage } from '#app/data/notice-list.ts'
import { page, RecordMissing, type PageContext, type PageMeta } from '#app/pages/page.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { FILTER_PARAMETERS, isFiltered } from '#domain/content/filter-parameters.ts'
import {
  correctListAddress,
  listAddress,
  listPaths,
  readListQuery,
  type ListQuery,
} from '#domain/content/list-address.ts'
import { CONTENT_KINDS, listHeading } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { breadcrumbList, jsonLd, type SiteIdentity } from '#domain/structured-data.ts'
import { textsOfFilter, titleWithFilters } from './filter-texts.ts'
import { ListView } from './list-view.tsx'

interface ListData extends NoticePage {
  query: ListQuery
  /** Counts for the filters; null for kinds without filters, and when the list could not be loaded. */
  found: FoundNotices | null
}

/** The list pages of all kinds, and those of single filters. */
export const lists = CONTENT_KINDS.flatMap((kind) => listPaths(kind).map((path) => listAt(path, kind)))

function listAt(path: string, kind: ContentKind) {
  const isFilter = path !== kind.listPath
  const queryOf = ({ url }: PageContext) => withValidCursor(readListQuery(kind, url.pathname, url.searchParams))
  return page<ListData>({
    path,
    cache: { after: isFilter ? null : LIST_CURSOR, search: null, ...uncachedFilters(kind) },
    redirect: ({ url }) => correctListAddress(kind, url.pathname, url.searchParams),
    load: async (context) => {
      const query = queryOf(context)
      if (!kind.filters) return { query, found: null, ...(await readNoticeList(context.backend, kind, query)) }
      const list = await readFilteredList(context.backend, kind, { query, today: context.today })
      // The list of an organization that does not exist.
      if (query.filters.organization && list.found.organization === null) {
        throw new RecordMissing({ state: 'unknown' }, String)
      }
      return { query, ...list }
    },
    failed: (context) => ({ query: queryOf(context), rows: [], closeMatches: [], close: 0, next: null, found: null }),
    // Filters have the names of organizations.
    tags: () => (kind.filters ? [[kind.table], ['organizations']] : [[kind.table]]),
    meta: (data, { site, today }) =>
      isFilter ? metaOfFilter(kind, data, { site, today }) : metaOf(kind, data, { site, today }),
    view: ({ query, rows, closeMatches, close, next, found }, { today }) => (
      <ListView
        kind={kind}
        today={today}
        query={query}
        rows={rows}
        closeMatches={closeMatches}
        close={close}
        found={found}
        texts={isFilter ? textsOfFilter(kind, query.filters, today) : null}
        moreHref={next && listAddress(kind, { ...query, after: next })}
      />
    ),
    styles: 'list',
    ...(!isFilter && { menu: { label: kind.navLabel, ...kind.menu }, sitemap: true }),
    offline: true,
    hasAdSpace: true,
  })
}

/** Lists under filters have too many addresses for the cache, except those of single filters. */
function uncachedFilters({ filters }: ContentKind): Record<string, null> {
  return filters ? Object.fromEntries(FILTER_PARAMETERS.map((name) => [name, null])) : {}
}

interface MetaContext {
  site: SiteIdentity
  today: Day
}

function metaOf(kind: ContentKind, { query, found }: ListData, { site, today }: MetaContext): PageMeta {
  const { search, after, filters } = query
  const isUsual = !isFiltered(query)
  const title =
    Object.keys(filters).length > 0
      ? titleWithFilters(kind, filters, { today, organization: found?.organization ?? null })
      : listHeading(kind, today)
  return {
    title,
    description: kind.intro ?? `${kind.lede} With dates, fees and links to the official sources.`,
    keywords: [kind.label, `${kind.plural} ${today.slice(0, 4)}`, `government ${kind.plural}`, 'India'],
    path: isUsual ? kind.listPath : listAddress(kind, { ...query, search: '', after: null }),
    noindex: search !== '' || after !== null || !isUsual,
    isFollowed: !isUsual && search === '' && after === null,
    feeds: feedsOf(kind, query, title),
    structuredData: jsonLd([trailOf(kind, site)]),
  }
}

function metaOfFilter(kind: ContentKind, { query, found }: ListData, { site, today }: MetaContext): PageMeta {
  const { heading, lede, title } = textsOfFilter(kind, query.filters, today)
  const path = listAddress(kind, { filters: query.filters })
  return {
    title,
    description: `${lede} With last dates, fees, ages and links to the official sources.`,
    keywords: [heading, `government ${kind.plural}`, `${kind.plural} ${today.slice(0, 4)}`, 'India'],
    path,
    noindex: query.search !== '' || query.after !== null || found?.total === 0,
    feeds: feedsOf(kind, query, heading),
    structuredData: jsonLd([trailOf(kind, site, { label: heading, href: path })]),
  }
}

function feedsOf(kind: ContentKind, { filters, unstated }: ListQuery, title: string): PageMeta['feeds'] {
  const [folder = '', parameters = ''] = listAddress(kind, { filters, unstated }).split('?')
  return { folder, parameters, title: parameters || folder !== kind.listPath ? title : kind.label }
}

function trailOf(kind: ContentKind, site: SiteIdentity, ...below: { label: string; href: string }[]) {
  const list = { label: kind.label, href: kind.listPath }
  return breadcrumbList(site, [{ label: 'Home', href: '/' }, list, ...below])
}
