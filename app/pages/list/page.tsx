import { LIST_CURSOR, readNoticeList, type NoticePage } from '#app/data/notice-list.ts'
import { page, type PageContext } from '#app/pages/page.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { CONTENT_KINDS, listHeading } from '#domain/content/registry.ts'
import { searchText } from '#domain/search-text.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import { ListView } from './list-view.tsx'

interface ListData extends NoticePage {
  /** The search text of the rows. */
  search: string
  /** Cursor of the page; null for the first page. */
  after: string | null
}

const queryOf = ({ url }: PageContext) => ({
  search: searchText(url.searchParams.get('search') ?? ''),
  after: url.searchParams.get('after'),
})

/** The list pages of all kinds. */
export const lists = CONTENT_KINDS.map((kind) =>
  page<ListData>({
    path: kind.listPath,
    cache: { after: LIST_CURSOR, search: null },
    load: async (context) => {
      const query = queryOf(context)
      return { ...query, ...(await readNoticeList(context.backend, kind, query)) }
    },
    failed: (context) => ({ ...queryOf(context), rows: [], closeMatches: [], next: null }),
    tags: () => [[kind.table]],
    meta: ({ search, after }, { site, today }) => ({
      title: listHeading(kind, today),
      description: kind.intro ?? `${kind.lede} With dates, fees and links to the official sources.`,
      keywords: [kind.label, `${kind.plural} ${today.slice(0, 4)}`, `government ${kind.plural}`, 'India'],
      path: kind.listPath,
      noindex: search !== '' || after !== null,
      feeds: { folder: kind.listPath, title: kind.label },
      structuredData: jsonLd([pageTrail(site, { label: kind.label, href: kind.listPath })]),
    }),
    view: ({ search, rows, closeMatches, next }, { today }) => (
      <ListView
        kind={kind}
        today={today}
        search={search}
        rows={rows}
        closeMatches={closeMatches}
        moreHref={next && furtherPath(kind, search, next)}
      />
    ),
    styles: 'list',
    menu: { label: kind.navLabel, ...kind.menu },
    sitemap: true,
    offline: true,
    hasAdRoom: true,
  }),
)

function furtherPath(kind: ContentKind, search: string, after: string): string {
  return `${kind.listPath}?${new URLSearchParams({ ...(search && { search }), after })}`
}
