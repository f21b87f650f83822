import { Feed } from 'feed'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { fileOfList } from '#domain/content/list-address.ts'
import { feedSummary } from '#domain/content/feed-summary.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import { CONTENT_KINDS, kindOfTable, namesOf, noticePath } from '#domain/content/registry.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { plainText } from './plain-text.ts'

export type FeedFormat = 'rss' | 'atom'

interface FeedContents {
  format: FeedFormat
  /** The kind of its notices; null for all kinds. */
  kind: ContentKind | null
  notices: readonly NoticeFacts[]
  /** Time of the newest change, in ISO 8601; null without notices. */
  changedAt: string | null
  /** Address and title of its list, when that is filtered. */
  filtered?: { list: string; title: string } | null
}

/** Time of the last change of a feed without notices, because both formats require one. */
const EPOCH = 0

/**
 * @returns an RSS 2.0 or Atom 1.0 document. The ids of entries contain the id of the record, so that they do not change
 *   with its title or address. Source: rssboard.org, RSS 2.0 Specification; RFC 4287; RFC 4151, tag addresses
 */
export function feedXml(
  site: SiteIdentity,
  { format, kind, notices, changedAt, filtered = null }: FeedContents,
): string {
  const list = filtered?.list ?? kind?.listPath ?? ''
  const tagUri = (record: string) => `tag:${new URL(site.url).hostname},2026:${record}`
  const feed = new Feed({
    id: tagUri(filtered?.list ?? kind?.table ?? 'notices'),
    title: text(`${filtered?.title ?? kind?.label ?? 'All notices'} | ${site.name}`),
    description: text(kind?.lede ?? `Government ${namesOf(CONTENT_KINDS)}, newest first.`),
    link: `${site.url}${list || '/'}`,
    feedLinks: { [format]: site.url + fileOfList(list, `${format}.xml`) },
    language: 'en-IN',
    favicon: `${site.url}/icon-192.png`,
    author: { name: text(site.name), link: `${site.url}/` },
    updated: new Date(changedAt ?? EPOCH),
    generator: false,
  })
  for (const notice of notices) {
    const { label, table } = kindOfTable(notice.table)
    feed.addItem({
      id: tagUri(`${table}/${notice.id}`),
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

/** Summaries, and the titles of Atom, are HTML. */
function html(typed: string): string {
  return escapeHtml(plainText(typed))
}

/** The library escapes elements, but leaves '&amp;' unchanged, so ampersands of texts are escaped here; it does that for addresses. */
function text(typed: string): string {
  return plainText(typed).replaceAll('&', '&amp;')
}

/** The library wraps the titles of RSS in CDATA, but splits only the first ']]>' in them. */
function cdata(typed: string): string {
  const [first = '', ...others] = plainText(typed).split(']]>')
  return others.length === 0 ? first : `${first}]]>${others.join(']]]]><![CDATA[>')}`
}
