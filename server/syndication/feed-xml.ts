import { Feed } from 'feed'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { feedSummary } from '#domain/content/feed-summary.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { escaped, plainText } from './plain-text.ts'

export type FeedFormat = 'rss' | 'atom'

interface FeedContents {
  format: FeedFormat
  /** The only kind of notice in it; null for all. */
  kind: ContentKind | null
  notices: readonly NoticeFacts[]
  /** Time of the newest change. */
  changedAt: string | null
}

/** A feed without notices has not changed yet; both formats ask for a time all the same. */
const NEVER = 0

/**
 * @returns an RSS 2.0 or Atom 1.0 document. Entries are named after the record, so that they stay the same when a title
 *   or an address changes. Source: rssboard.org, RSS 2.0 Specification; RFC 4287; RFC 4151, tag addresses
 */
export function feedXml(site: SiteIdentity, { format, kind, notices, changedAt }: FeedContents): string {
  const folder = kind?.listPath ?? ''
  const name = (record: string) => `tag:${new URL(site.url).hostname},2026:${record}`
  const feed = new Feed({
    id: name(kind?.table ?? 'notices'),
    title: text(`${kind?.label ?? 'All notices'} | ${site.name}`),
    description: text(kind?.lede ?? 'Government job notices, admit cards and results, newest first.'),
    link: `${site.url}${folder || '/'}`,
    feedLinks: { [format]: `${site.url}${folder}/${format}.xml` },
    language: 'en-IN',
    favicon: `${site.url}/icon-192.png`,
    author: { name: text(site.name), link: `${site.url}/` },
    updated: new Date(changedAt ?? NEVER),
    generator: false,
  })
  for (const notice of notices) {
    const { label, table } = kindOfTable(notice.table)
    feed.addItem({
      id: name(`${table}/${notice.id}`),
      title: format === 'atom' ? html(notice.title) : cdata(notice.title),
      link: site.url + noticePath(kindOfTable(notice.table), notice.slug),
      description: html(feedSummary(notice)),
      category: [{ name: label, term: table }],
      published: new Date(notice.posted_at),
      date: new Date(notice.updated_at),
    })
  }
  return format === 'atom' ? feed.atom1() : feed.rss2()
}

/** Readers take summaries, and the titles of Atom, for HTML. */
function html(typed: string): string {
  return escaped(plainText(typed))
}

/** The library escapes elements, but takes '&amp;' for an ampersand that is escaped already. */
function text(typed: string): string {
  return plainText(typed).replaceAll('&', '&amp;')
}

/** The library wraps the titles of RSS, but only the first end of a wrapping inside them is split by it. */
function cdata(typed: string): string {
  const [first = '', ...others] = plainText(typed).split(']]>')
  return others.length === 0 ? first : `${first}]]>${others.join(']]]]><![CDATA[>')}`
}
