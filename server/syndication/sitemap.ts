import type { BackendClient } from '#app/data/backend-client.ts'
import {
  readFindingFilters,
  readListChanges,
  readSitemap,
  readSitemapPart,
  SITEMAP_TABLES,
  type FindsNotices,
  type ListChanges,
  type SitemapEntry,
  type SitemapTable,
} from '#app/data/sitemap.ts'
import { filterPaths } from '#domain/content/list-address.ts'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { CONTENT_KINDS, kindOfTable, noticePath } from '#domain/content/registry.ts'
import { indianDay, type Day } from '#domain/dates.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { newestTime } from './newest-time.ts'
import { documentResponse, missing } from './document-response.ts'
import { sitemapIndex, urlSet, type Address } from './sitemap-xml.ts'

/** Handles `/sitemap.xml`: all pages, or, above 50,000 pages, an index of the sitemaps of `createSitemapParts`. */
export function createSitemap(backend: BackendClient, siteUrl: string, sitePages: readonly PageInfo[]) {
  const pagesOf = pageAddresses(sitePages)
  return async function handle(request: Request): Promise<Response> {
    const today = indianDay(Date.now())
    const [{ changes, entries, parts }, finds] = await Promise.all([
      readSitemap(backend, pagesOf({}, today, () => true).length),
      readFindingFilters(backend, today),
    ])
    const pages = pagesOf(changes, today, finds)
    if (entries) {
      const records = SITEMAP_TABLES.flatMap((table) => recordsOf(table, entries[table] ?? []))
      return xmlResponse(request, urlSet, { siteUrl, addresses: [...pages, ...records] })
    }
    const sitemaps = SITEMAP_TABLES.flatMap((table) =>
      (parts[table] ?? []).map(([part, changedAt]) => ({ path: `/sitemaps/${nameOf(table)}-${part}.xml`, changedAt })),
    )
    const ofPages = { path: '/sitemaps/pages.xml', changedAt: newestTime(pages.map(({ changedAt }) => changedAt)) }
    return xmlResponse(request, sitemapIndex, { siteUrl, addresses: [ofPages, ...sitemaps] })
  }
}

/**
 * Handles `/sitemaps/pages.xml` and `/sitemaps/{folder}-{part}.xml`. A part covers 50,000 ids of one table, so its cost
 * does not grow with the table.
 */
export function createSitemapParts(backend: BackendClient, siteUrl: string, sitePages: readonly PageInfo[]) {
  const pagesOf = pageAddresses(sitePages)
  return async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/sitemaps/pages.xml') {
      const today = indianDay(Date.now())
      const [changes, finds] = await Promise.all([readListChanges(backend), readFindingFilters(backend, today)])
      return xmlResponse(request, urlSet, { siteUrl, addresses: pagesOf(changes, today, finds) })
    }
    const [, name, part] = /^\/sitemaps\/([a-z-]+)-([1-9]\d{0,4})\.xml$/.exec(pathname) ?? []
    const table = SITEMAP_TABLES.find((candidate) => nameOf(candidate) === name)
    const records = table ? recordsOf(table, await readSitemapPart(backend, table, Number(part))) : []
    return records.length > 0 ? xmlResponse(request, urlSet, { siteUrl, addresses: records }) : missing(404)
  }
}

function xmlResponse(request: Request, write: typeof urlSet, list: { siteUrl: string; addresses: Address[] }) {
  return documentResponse(request, { type: 'application/xml', body: write(list.siteUrl, list.addresses) })
}

type PageAddresses = (changes: ListChanges, today: Day, finds: FindsNotices) => Address[]

/** Addresses of home, the lists, their single filters that find something, and the pages without a table. */
function pageAddresses(sitePages: readonly PageInfo[]): PageAddresses {
  const ofTables = new Set(['/', ...CONTENT_KINDS.map(({ listPath }) => listPath)])
  const others = (today: Day) =>
    sitePages
      .filter(({ path }) => !ofTables.has(path))
      .flatMap(({ path, sitemap }) => (typeof sitemap === 'function' ? sitemap(today) : sitemap ? [path] : []))
      .map((path) => ({ path }))
  return (changes, today, finds) => {
    const lists = CONTENT_KINDS.map(({ table, listPath }) => ({ path: listPath, changedAt: changes[table] ?? null }))
    const filtered = CONTENT_KINDS.flatMap((kind) =>
      filterPaths(kind)
        .filter(({ filters }) => finds(kind.table, filters))
        .map(({ path }) => ({ path, changedAt: changes[kind.table] ?? null })),
    )
    return [
      { path: '/', changedAt: newestTime(lists.map(({ changedAt }) => changedAt)) },
      ...lists,
      ...filtered,
      ...others(today),
    ]
  }
}

function recordsOf(table: SitemapTable, entries: readonly SitemapEntry[]): Address[] {
  const pathOf = table === 'recruitments' ? recruitmentPath : noticePath.bind(null, kindOfTable(table))
  return entries.map(([slug, changedAt]) => ({ path: pathOf(slug), changedAt }))
}

/** Name of a table in the addresses of sitemaps, such as 'admit-cards'. */
function nameOf(table: SitemapTable): string {
  return table === 'recruitments' ? table : kindOfTable(table).detailFolder.slice(1)
}
