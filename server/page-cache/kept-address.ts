import { CONTENT_KINDS } from '#domain/content/registry.ts'

/** A page, a feed or a picture that may be kept, with the parameters that change what it shows. */
interface KeptRoute {
  path: RegExp
  /** Its name in the route table, when client navigations fetch its data. */
  id?: string
  /** Parameters and what they may hold. Texts that people type are not among them. */
  parameters?: Record<string, RegExp>
}

const SLUG = '[a-z0-9][a-z0-9-]{0,99}'
const CURSOR = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)_\d{1,15}$/

/** Longer than any address that is kept. */
const LONGEST = 300

/** Where a visitor comes from; nothing that a page shows. */
const TRACKING = /^(utm_[a-z]+|fbclid|gclid|igshid|mc_[ce]id|ref|si)$/

const listRoutes = CONTENT_KINDS.map(({ table, listPath }) => ({
  path: exactly(listPath),
  id: `list:${table}`,
  parameters: { after: CURSOR },
}))

const folders = CONTENT_KINDS.flatMap(({ detailFolder, otherFolders }) => [detailFolder, ...otherFolders])
const detailRoutes = folders.map((folder) => ({ path: exactly(`${folder}/${SLUG}`), id: `detail:${folder}` }))

/** Everything that may be kept. What is not named here is rendered for each visit. */
const KEPT_ROUTES: KeptRoute[] = [
  { path: /^\/$/, id: 'site/home/route' },
  ...listRoutes,
  ...detailRoutes,
  { path: exactly(`/recruitments/${SLUG}`), id: 'site/recruitment/route' },
  { path: /^\/search$/, id: 'site/search/route' },
  { path: /^\/search\/dropdown$/, parameters: { q: /^$/ } },
  { path: /^\/(contact|privacy|disclaimer)$/ },
  { path: /^\/(robots\.txt|sitemap\.xml|sitemaps\/[a-z0-9-]{1,40}\.xml)$/ },
  { path: new RegExp(`^(${CONTENT_KINDS.map(({ listPath }) => listPath).join('|')})?/(rss|atom)\\.xml$`) },
  { path: new RegExp(`^(${folders.join('|')}|/recruitments)/${SLUG}/calendar\\.ics$`) },
  { path: new RegExp(`^/share(/site|(${folders.join('|')})/${SLUG})\\.png$`) },
]

function exactly(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`)
}

/**
 * @param url path and query of a request
 * @returns the address under which its answer is kept, in the one spelling that has; null when it must not be kept
 */
export function keptAddress(url: string): string | null {
  if (url.length > LONGEST) return null
  const [path = '', query, ...more] = url.split('?')
  if (more.length > 0) return null
  const page = path === '/_.data' ? '/' : path.replace(/\.data$/, '')
  const route = KEPT_ROUTES.find((candidate) => candidate.path.test(page))
  const isData = page !== path
  if (!route || (isData && !route.id)) return null
  const kept = keptParameters(
    query ?? '',
    isData ? { ...route.parameters, _routes: exactly(route.id ?? '') } : route.parameters,
  )
  if (kept === null) return null
  return kept.size > 0 ? `${path}?${kept}` : path
}

function keptParameters(query: string, allowed: Record<string, RegExp> = {}): URLSearchParams | null {
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query)) {
    if (TRACKING.test(name)) continue
    if (kept.has(name) || !Object.hasOwn(allowed, name) || !allowed[name]?.test(value)) return null
    kept.set(name, value)
  }
  kept.sort()
  return kept
}
