import { useRouteLoaderData } from 'react-router'
import type { SiteSettings } from '#app/data/site-settings.ts'
import type { Day } from '#domain/dates.ts'

/** The site's settings and the current day in India, as loaded with the document. */
export function useSite(): { site: SiteSettings; today: Day } {
  const root = useRouteLoaderData<{ site: SiteSettings; today: Day }>('root')
  if (!root) throw new Error('The root route has no loader data: useSite() was called outside of the admin document')
  return root
}
