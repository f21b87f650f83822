import { siteContext } from '#app/data/site-context.ts'
import { HomePage } from '#app/site/home/home-page.tsx'
import { loadHome } from '#app/site/home/load-home.ts'
import { pageMeta } from '#app/site/layout/page-meta.ts'
import type { Route } from './+types/route.ts'

/** An unknown path shows the home page, keeps its address and answers 404. Source: decisions, "Routes". */
export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(siteContext), 404)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Government jobs, results and admit cards', noindex: true })
}

export default function UnknownPath({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}
