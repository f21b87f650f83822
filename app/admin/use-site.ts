import { useRouteLoaderData } from 'react-router'
import type { SiteSettings } from '#app/data/site-settings.ts'
import type { Day } from '#domain/dates.ts'

/** The site's names and addresses, and the day in India. They come with the document and stay as long as it is open. */
export function useSite(): { site: SiteSettings; today: Day } {
  const root = useRouteLoaderData<{ site: SiteSettings; today: Day }>('root')
  if (!root) throw new Error('The document came without the settings of the site')
  return root
}
