import { siteContext } from '#app/data/site-context.ts'
import { siteOf } from '#app/site/layout/page-meta.ts'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { faqPage, jsonLd, webSite, type SiteIdentity } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { homeMeta } from './home-meta.ts'
import { HomePage } from './home-page.tsx'
import { homeQuestions } from './home-questions.ts'
import { loadHome } from './load-home.ts'

export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(siteContext), 200)
}

export function meta({ matches }: Route.MetaArgs) {
  return homeMeta(matches)
}

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <HomePage {...loaderData} />
      <StructuredData json={import.meta.env.SSR ? structuredHome(siteOf(matches)) : ''} />
    </>
  )
}

function structuredHome(site: SiteIdentity): string {
  return jsonLd([...webSite(site), ...faqPage(homeQuestions(site.name))])
}
