import type { MetaDescriptor } from 'react-router'
import type { SiteIdentity } from '#domain/structured-data.ts'

interface PageMeta {
  title: string
  description: string
  keywords?: readonly string[]
  /** Canonical path of the page; without one the page asks not to be indexed. */
  path?: string
  noindex?: boolean
  /** Share image; the site's own by default. */
  image?: { path: string; alt: string }
  isArticle?: boolean
  /** Path below which the page's RSS and Atom feeds are; '' for those of the whole site. */
  feeds?: { folder: string; title: string }
}

interface Match {
  id: string
  loaderData?: unknown
}

/** Width and height of share images, in pixels. */
const SHARE_IMAGE = { width: '1200', height: '630' }

/**
 * What search engines, feed readers and messengers read of a page. Source: specification, section 1, Extras; ogp.me.
 *
 * @param matches the route matches of React Router's meta(); the root one carries the site's name and origin
 */
export function pageMeta(matches: readonly (Match | undefined)[], page: PageMeta): MetaDescriptor[] {
  const site = siteOf(matches)
  const isPublic = page.path !== undefined && !page.noindex
  return [
    { title: `${page.title} | ${site.name}` },
    { name: 'description', content: page.description },
    ...(page.keywords?.length ? [{ name: 'keywords', content: page.keywords.join(', ') }] : []),
    ...(isPublic ? [{ tagName: 'link', rel: 'canonical', href: site.url + page.path }] : []),
    ...(isPublic ? [] : [{ name: 'robots', content: 'noindex' }]),
    ...(isPublic ? shareMeta(site, page) : []),
    ...feedLinks(site, page.feeds),
  ]
}

function shareMeta(site: SiteIdentity, page: PageMeta): MetaDescriptor[] {
  const image = page.image ?? { path: '/share/site.png', alt: site.name }
  const properties = {
    'og:type': page.isArticle ? 'article' : 'website',
    'og:site_name': site.name,
    'og:locale': 'en_IN',
    'og:title': page.title,
    'og:description': page.description,
    'og:url': site.url + (page.path ?? ''),
    'og:image': site.url + image.path,
    'og:image:width': SHARE_IMAGE.width,
    'og:image:height': SHARE_IMAGE.height,
    'og:image:alt': image.alt,
  }
  return [
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

function feedLinks(site: SiteIdentity, feeds: PageMeta['feeds']): MetaDescriptor[] {
  if (!feeds) return []
  return ['rss', 'atom'].map((format) => ({
    tagName: 'link',
    rel: 'alternate',
    type: `application/${format}+xml`,
    title: `${feeds.title} | ${site.name}`,
    href: `${site.url}${feeds.folder}/${format}.xml`,
  }))
}

/** @returns the site's name and origin, out of the matches that React Router gives to meta() and to pages */
export function siteOf(matches: readonly (Match | undefined)[]): SiteIdentity {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: SiteIdentity } | undefined
  return root?.site ?? { name: 'Suchana', url: '' }
}
