import { siteContext } from '#app/data/site-context.ts'
import { pageMeta } from '#app/site/layout/page-meta.ts'
import type { Route } from './+types/route.ts'
import { HomePage } from './home-page.tsx'
import { loadHome } from './load-home.ts'

export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(siteContext), 200)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Government jobs, results and admit cards',
    description:
      'Government jobs, admit cards, results, answer keys, admissions and syllabus from central and state bodies, with dates, fees and official links.',
    path: '/',
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}
