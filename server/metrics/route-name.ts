import { CONTENT_KINDS } from '#domain/content/registry.ts'

const folders = CONTENT_KINDS.flatMap(({ listPath, detailFolder, otherFolders }) => [
  listPath,
  detailFolder,
  ...otherFolders,
])

/** Their first segment, or the first two, say enough. */
const SINGLE = new Set([
  ...folders,
  '/recruitments',
  '/search',
  '/contact',
  '/privacy',
  '/disclaimer',
  '/newsletter',
  '/sections',
  '/share',
  '/sitemaps',
  '/admin',
  '/admin-login',
  '/healthz',
  '/readyz',
  '/metrics',
])
const DOUBLE = new Set(['/auth/v1', '/storage/v1', '/realtime/v1', '/functions/v1', '/search/dropdown'])

/**
 * @returns what a path is counted under: a small number of names, whatever visitors ask for
 */
export function routeName(path: string): string {
  if (path === '/') return '/'
  const page = path.replace(/\.data$/, '')
  const [first = '', second = '', ...more] = page.slice(1).split('/')
  if (page === '/_') return '/'
  if (first === 'rest') return second === 'v1' && more[0] === 'rpc' ? '/rest/v1/rpc' : '/rest/v1'
  if (DOUBLE.has(`/${first}/${second}`)) return `/${first}/${second}`
  if (SINGLE.has(`/${first}`)) return second ? `/${first}/…` : `/${first}`
  return /\.(xml|txt)$/.test(page) ? 'feeds' : 'other'
}
