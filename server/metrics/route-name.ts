import { createPagePaths, isAdminPath, PARAMETERS } from '#server/paths.ts'
import type { PageInfo } from '#server/site-interface.ts'

/** Routes besides pages. */
const SERVICE_NAMES: [pattern: RegExp, name: string][] = [
  [/^\/rest\/v1\/rpc(\/|$)/, '/rest/v1/rpc'],
  [/^\/rest(\/|$)/, '/rest/v1'],
  [/^\/auth\/v1(\/|$)/, '/auth/v1'],
  [/^\/storage\/v1(\/|$)/, '/storage/v1'],
  [/^\/realtime\/v1(\/|$)/, '/realtime/v1'],
  [/^\/functions\/v1(\/|$)/, '/functions/v1'],
  [/^\/share\//, '/share/…'],
  [/^\/sitemaps\//, '/sitemaps/…'],
  [/^\/healthz$/, '/healthz'],
  [/^\/readyz$/, '/readyz'],
  [/^\/metrics$/, '/metrics'],
  [/\/calendar\.ics$/, 'calendars'],
  [/\.(xml|txt)$/, 'feeds'],
]

/**
 * @returns maps a path to its route name for the metrics. The number of names is bounded for all requests; pages are
 *   named by their pattern: '/jobs/…'
 */
export function createRouteNames(pages: readonly PageInfo[]): (path: string) => string {
  const paths = createPagePaths(pages)
  return (path) => {
    const page = paths.find(path)
    if (page) return page.path.replaceAll(PARAMETERS, '…')
    if (isAdminPath(path)) return /^\/admin\/./.test(path) ? '/admin/…' : path.replace(/\.data$|\/$/, '')
    return SERVICE_NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
  }
}
