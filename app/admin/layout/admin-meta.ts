import type { MetaDescriptor } from 'react-router'

interface Match {
  id: string
  loaderData?: unknown
}

/**
 * What every document of the back office says of itself: its name, and that it is not for search engines.
 *
 * @param matches the route matches of React Router's meta(); the root one carries the site's name
 */
export function adminMeta(matches: readonly (Match | undefined)[], page: string): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: { name: string } } | undefined
  return [{ title: `${page} | ${root?.site.name ?? 'Suchana'}` }, { name: 'robots', content: 'noindex' }]
}
