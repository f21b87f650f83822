import type { PageMeta } from '#app/pages/page.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { pageTitle } from '#domain/page-title.ts'

type Attributes = Record<string, string>

/** Width and height of share images, in pixels. */
const SHARE_IMAGE = { width: '1200', height: '630' }

/** @returns title, description, canonical address, Open Graph and feeds of a page as elements of the head. Source: ogp.me */
export function metaElements(site: SiteIdentity, page: PageMeta): string {
  const isPublic = page.path !== undefined && !page.noindex
  return [
    `<title>${escapeHtml(pageTitle(page.title, site.name))}</title>`,
    meta({ name: 'description', content: page.description }),
    page.keywords?.length ? meta({ name: 'keywords', content: page.keywords.join(', ') }) : '',
    isPublic || page.isFollowed ? link({ rel: 'canonical', href: site.url + (page.path ?? '') }) : '',
    isPublic ? '' : meta({ name: 'robots', content: page.isFollowed ? 'noindex,follow' : 'noindex' }),
    ...(isPublic ? shareMeta(site, page) : []),
    ...feedLinks(site, page.feeds),
  ].join('')
}

function shareMeta(site: SiteIdentity, page: PageMeta): string[] {
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
    ...Object.entries(properties).map(([property, content]) => meta({ property, content })),
    meta({ name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

function feedLinks(site: SiteIdentity, feeds: PageMeta['feeds']): string[] {
  if (!feeds) return []
  return ['rss', 'atom'].map((format) =>
    link({
      rel: 'alternate',
      type: `application/${format}+xml`,
      title: `${feeds.title} | ${site.name}`,
      href: `${site.url}${feeds.folder}/${format}.xml${feeds.parameters ? `?${feeds.parameters}` : ''}`,
    }),
  )
}

const meta = (attributes: Attributes) => `<meta ${written(attributes)}>`
const link = (attributes: Attributes) => `<link ${written(attributes)}>`

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')
}
