import { readFileSync } from 'node:fs'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

const built = new URL('../build/client/.vite/pages.json', import.meta.url)
const lists = new Set<string>(CONTENT_KINDS.map(({ listPath }) => listPath))

/** Addresses of the pages in the sitemap that are neither the home page nor a list nor a record. */
export const OTHER_PAGES: readonly string[] = (
  JSON.parse(readFileSync(built, 'utf8')) as { paths: string[] }
).paths.filter((path) => path !== '/' && !lists.has(path))
