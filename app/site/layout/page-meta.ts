import type { MetaDescriptor } from 'react-router'

interface PageMeta {
  title: string
  description?: string
  /** Canonical path of the page; without one the page asks not to be indexed. */
  path?: string
  noindex?: boolean
}

interface RootMatch {
  id: string
  loaderData?: unknown
}

/**
 * Title, description and canonical address of a page.
 *
 * @param matches the route matches of React Router's meta(); the root one carries the site's name and origin
 */
export function pageMeta(matches: readonly (RootMatch | undefined)[], page: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { site: { name: string; url: string } }
    | undefined
  const site = root?.site ?? { name: 'Suchana', url: '' }
  return [
    { title: `${page.title} | ${site.name}` },
    ...(page.description ? [{ name: 'description', content: page.description }] : []),
    ...(page.path === undefined ? [] : [{ tagName: 'link', rel: 'canonical', href: site.url + page.path }]),
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
