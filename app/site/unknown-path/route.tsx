import { siteContext } from '#app/data/site-context.ts'
import { homeMeta } from '#app/site/home/home-meta.ts'
import { HomePage } from '#app/site/home/home-page.tsx'
import { loadHome } from '#app/site/home/load-home.ts'
import type { Route } from './+types/route.ts'

/** An unknown path shows the home page, keeps its address and answers 404. Source: decisions, "Routes". */
export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(siteContext), 404)
}

export function meta({ matches }: Route.MetaArgs) {
  return homeMeta(matches, { noindex: true })
}

export default function UnknownPath({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}
