import { redirect } from 'react-router'
import { kindOfDetailFolder } from '#domain/content/registry.ts'
import type { Route } from './+types/route.ts'

/** `/admit-cards` without a slug leads to its list for good. Source: decisions, "Routes". */
export function loader({ url }: Route.LoaderArgs) {
  throw redirect(kindOfDetailFolder(url.pathname)?.listPath ?? '/', 301)
}

export default function MovedList() {
  return null
}
