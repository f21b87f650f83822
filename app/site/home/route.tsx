import { isReadOffline } from '#app/browser/read-offline.ts'
import { EMPTY_BOARD } from '#app/data/home-board.ts'
import { siteContext } from '#app/data/site-context.ts'
import { DocumentInstead } from '#app/site/errors/document-instead.tsx'
import { siteOf } from '#app/site/layout/page-meta.ts'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { indianDay } from '#domain/dates.ts'
import { faqPage, jsonLd, webSite, type SiteIdentity } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { homeMeta } from './home-meta.ts'
import { HomePage } from './home-page.tsx'
import { homeQuestions } from './home-questions.ts'
import { loadHome } from './load-home.ts'

export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(siteContext), 200)
}

/** A home page that cannot be reached has empty sections. Source: specification, section 8, Public list failure. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    console.warn('The home page could not be fetched', error)
    return { board: EMPTY_BOARD, today: indianDay(Date.now()), offline: isReadOffline(error) }
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return homeMeta(matches)
}

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      {'offline' in loaderData && loaderData.offline && <DocumentInstead />}
      <HomePage {...loaderData} />
      <StructuredData json={import.meta.env.SSR ? structuredHome(siteOf(matches)) : ''} />
    </>
  )
}

function structuredHome(site: SiteIdentity): string {
  return jsonLd([...webSite(site), ...faqPage(homeQuestions(site.name))])
}
