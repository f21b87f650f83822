import type { MetaDescriptor } from 'react-router'
import { pageTitle } from '#domain/page-title.ts'

interface Match {
  id: string
  loaderData?: unknown
}

/**
 * Title of a page of the admin, and the tag that excludes it from search engines.
 *
 * @param matches the route matches of React Router's meta(); the root match has the site's name
 */
export function adminMeta(matches: readonly (Match | undefined)[], page: string): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: { name: string } } | undefined
  return [{ title: pageTitle(page, root?.site.name ?? 'Suchana') }, { name: 'robots', content: 'noindex' }]
}
