import { escapeHtml } from '#domain/escape-html.ts'

export interface Address {
  path: string
  /** Time of the last change in ISO 8601, where that is known. */
  changedAt?: string | null
}

/** @returns a list of pages. Source: sitemaps.org, XML tag definitions */
export function urlSet(siteUrl: string, pages: readonly Address[]): string {
  return listXml('urlset', 'url', { siteUrl, addresses: pages })
}

/** @returns a list of sitemaps. Source: sitemaps.org, Using Sitemap index files */
export function sitemapIndex(siteUrl: string, sitemaps: readonly Address[]): string {
  return listXml('sitemapindex', 'sitemap', { siteUrl, addresses: sitemaps })
}

function listXml(
  list: string,
  item: string,
  { siteUrl, addresses }: { siteUrl: string; addresses: readonly Address[] },
) {
  const origin = escapeHtml(siteUrl)
  const items = addresses.map(({ path, changedAt }) => {
    const lastChange = changedAt ? `<lastmod>${escapeHtml(changedAt)}</lastmod>` : ''
    return `<${item}><loc>${origin}${escapeHtml(path)}</loc>${lastChange}</${item}>\n`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
    ...items,
    `</${list}>\n`,
  ].join('')
}
