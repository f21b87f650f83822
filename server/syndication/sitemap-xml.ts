import { escaped } from './plain-text.ts'

/** An address on the site, with the time of its last change where that is known. */
export interface Address {
  path: string
  changedAt?: string | null
}

/** @returns a list of pages. Source: sitemaps.org, XML tag definitions */
export function urlSet(siteUrl: string, pages: readonly Address[]): string {
  return written('urlset', 'url', { siteUrl, addresses: pages })
}

/** @returns a list of sitemaps. Source: sitemaps.org, Using Sitemap index files */
export function sitemapIndex(siteUrl: string, sitemaps: readonly Address[]): string {
  return written('sitemapindex', 'sitemap', { siteUrl, addresses: sitemaps })
}

function written(
  list: string,
  item: string,
  { siteUrl, addresses }: { siteUrl: string; addresses: readonly Address[] },
) {
  const origin = escaped(siteUrl)
  const items = addresses.map(({ path, changedAt }) => {
    const lastChange = changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : ''
    return `<${item}><loc>${origin}${escaped(path)}</loc>${lastChange}</${item}>\n`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
    ...items,
    `</${list}>\n`,
  ].join('')
}
