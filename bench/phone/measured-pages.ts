import type { Site } from './site.ts'

/** A page, and the links on it that are measured. */
export interface MeasuredPage {
  name: string
  path: string
  /** Links that are tapped right after the first paint, on the idle page, and after hovering. */
  links: { first: string; settled: string; hovered: string }
}

const NOTICE = /^\/[a-z-]+\/[a-z0-9-]+$/

/** A page of each type; its links are present on every site. */
export async function measuredPagesOf(sites: Site[]): Promise<MeasuredPage[]> {
  const pages: MeasuredPage[] = []
  for (const [name, path] of Object.entries({ home: '/', list: '/jobs', search: '/search?q=ssc' })) {
    const [links = [], ...others] = await Promise.all(sites.map((site) => noticesOn(site, path)))
    const common = links.filter((link) => others.every((other) => other.includes(link)))
    // The first link is in the viewport; the later ones are reached by scrolling, and lists do not prefetch them.
    const [, , first = '', , , , , settled = '', hovered = ''] = common
    if (!hovered) throw new Error(`Too few notices on ${path} are present on all sites`)
    pages.push({ name, path, links: { first, settled, hovered } })
  }
  const path = pages[1]!.links.settled
  pages.splice(2, 0, { name: 'detail', path, links: { first: '/jobs', settled: '/jobs', hovered: '/' } })
  return pages
}

async function noticesOn({ line }: Site, path: string): Promise<string[]> {
  const html = await (await fetch(`http://localhost:${line.target}${path}`)).text()
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  return [...new Set([...main.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href))].filter((href) =>
    NOTICE.test(href),
  )
}
