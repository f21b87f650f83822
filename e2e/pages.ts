import { readFileSync } from 'node:fs'
import { weekOf } from '#domain/calendar-period.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { addDays } from '#domain/dates.ts'

const built = new URL('../build/client/.vite/pages.json', import.meta.url)
const lists = new Set<string>(CONTENT_KINDS.map(({ listPath }) => listPath))

/** Addresses of the pages in the sitemap that are neither the home page nor a list nor a record. */
export const OTHER_PAGES: readonly string[] = (
  JSON.parse(readFileSync(built, 'utf8')) as { paths: string[] }
).paths.filter((path) => path !== '/' && !lists.has(path))

const day = process.env['E2E_DAY'] ?? ''

/** A week and days of the calendar, one of them without dates. */
export const CALENDAR_PAGES: readonly string[] = [
  `/calendar/${weekOf(day).name}`,
  `/calendar/${addDays(day, 1)}?type=last-date`,
  `/calendar/${addDays(day, 700)}`,
]
