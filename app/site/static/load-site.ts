import { siteContext } from '#app/data/site-context.ts'
import type { RouterContextProvider } from 'react-router'

/** The names and addresses that the static pages speak of. */
export function loadSite({ context }: { context: Readonly<RouterContextProvider> }) {
  const { name, url, host, contactEmail } = context.get(siteContext).site
  return { siteName: name, url, host, contactEmail }
}
