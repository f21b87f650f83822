import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { FACET_NAMES, FACETS } from '../domain/content/filters.ts'
import { DATED_KINDS, wantedDates } from '../domain/calendar-address.ts'
import { calendarDays } from '../domain/content/calendar-days.ts'
import type { NoticeFacts } from '../domain/content/notice.ts'
import type { NoticeColumns } from '../domain/content/notice-columns.ts'
import { HOME_SECTIONS } from '../domain/content/registry.ts'
import { CALENDAR_ENTRIES, PAGE_SIZE } from '../domain/limits.ts'
import type { CreateSite } from '../server/site-interface.ts'

/** Brotli bytes of a document with its styles, by its path. Source: docs/decisions/023 */
const HTML_MAX = { '/': 19_000, '/jobs': 12_000, '/calendar': 12_000, '/jobs/upsc-cds-i-2027-online-form': 12_000 }

/** Brotli bytes of the scripts that a page loads before any interaction. */
const SCRIPTS_MAX = 10_000

/** Brotli bytes of what the service worker precaches beside the pages: scripts and style sheets, for every visitor. */
const PRECACHED_MAX = 42_000

/** The font of an English page, which is loaded when the page is idle, and its largest size in bytes. */
const FONT = 'assets/noto-sans-latin-[!e]*.woff2'
const FONT_MAX = 33_200

interface Build {
  /** Folder of the client build, with its compressed files. */
  client: string
  /** Addresses of the scripts that every page loads immediately, the entry first. */
  scripts: readonly string[]
  /** Addresses of the scripts and style sheets that the service worker precaches. */
  precached: readonly string[]
  createSite: CreateSite
}

/**
 * Checks that the first views stay within their budgets. Pages are rendered with the sample notices.
 *
 * @throws Error with the file or page and its bytes when a budget is exceeded
 */
export async function checkWeight({ client, scripts, precached, createSite }: Build): Promise<void> {
  const size = (file: string) => statSync(join(client, file)).size
  // The smallest files are not compressed.
  const transferred = (file: string) => size(existsSync(join(client, `${file}.br`)) ? `${file}.br` : file)
  const sum = (files: readonly string[]) => files.map(transferred).reduce((total, bytes) => total + bytes, 0)
  check('The scripts of a page', sum(scripts), SCRIPTS_MAX)
  check('The precached files', sum([...new Set(precached)]), PRECACHED_MAX)
  const fonts = globSync(FONT, { cwd: client })
  if (fonts.length !== 1) throw new Error(`The build must have exactly one file ${FONT}, but has ${fonts.length}`)
  for (const font of fonts) check(`The font ${font}`, size(font), FONT_MAX)

  let failure: unknown
  const site = createSite({
    settings: SETTINGS,
    assets: { main: scripts[0] ?? '' },
    fetchBackend: () => Promise.reject(new Error('Pages only call functions')),
    callFunction: async (name) => ({ status: 200, body: Buffer.from(JSON.stringify(backendAnswer(name))) }),
    logFailure: (_what, error) => (failure ??= error),
    clock: () => NOW,
  })
  for (const [path, most] of Object.entries(HTML_MAX)) {
    const response = await site.fetch(new Request(SETTINGS.url + path))
    if (failure !== undefined || !response.ok)
      throw new Error(`The page ${path} cannot be rendered with sample rows`, { cause: failure })
    check(`The document ${path}`, brotliCompressSync(await response.text()).length, most)
  }
}

function check(what: string, bytes: number, most: number): void {
  if (process.env['PRINT_WEIGHTS']) console.log(`${what}: ${bytes} of ${most} bytes`)
  if (bytes > most) throw new Error(`${what} weighs ${bytes} bytes in brotli; at most ${most} are allowed`)
}

const SETTINGS = {
  name: 'Suchana',
  url: 'https://suchana.example',
  host: 'suchana.example',
  contactEmail: 'contact@suchana.example',
  whatsappUrl: 'https://www.whatsapp.com/',
  telegramUrl: 'https://telegram.org/',
  publishableKey: 'sb_publishable_Zk3NJ1WcVeN1kpc-JMqAR27lKJCZeFXD',
  vapidPublicKey: 'BEeOP-7FBP_ZGcUw3xVoT3JkZdjX-iR274TuTgOhPJ8P-S6v3fj7DH1fJdmSKje-srI_gMoMXhUqZaTl__t7d7k',
  sendsMail: false,
  contactInbox: false,
  linkChecks: false,
  scriptUrls: [],
  adScriptUrl: null,
}

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ORGANIZATION_CHOICES = 8

/** A row of the sample data, which refers to a recruitment by its slug and lists posts as JSON. */
interface SampleRow extends Omit<NoticeColumns, 'post_name'> {
  slug: string
  title: string
  /** Of an organization, in place of a title. */
  name?: string
  post_name?: string | object[] | null
  recruitment?: string
}

/** Sample rows in the shape that the database functions return. */
function cards(table: string) {
  const file = `supabase/sample-data/${table}.json`
  const rows: SampleRow[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return rows.map((row, index) => {
    const time = new Date(NOW - index * 7_654_321).toISOString()
    return {
      ...row,
      ...withDays(row),
      id: index + 1,
      status: row.status ?? null,
      created_at: time,
      posted_at: time,
      updated_at: time,
      list_rank: 0,
    }
  })
}

/** Replaces the relative dates of sample rows, such as 'D+12', by days from today. */
function withDays(row: SampleRow) {
  const dated = Object.entries(row).flatMap(([name, value]) => {
    const [, days] = (typeof value === 'string' && /^D([+-]\d+)$/.exec(value)) || []
    return days ? [[name, new Date(NOW + Number(days) * 86_400_000).toISOString().slice(0, 10)] as const] : []
  })
  return {
    ...Object.fromEntries(dated),
    post_name: Array.isArray(row.post_name) ? JSON.stringify(row.post_name) : row.post_name,
  }
}

/** The list of jobs on a busy day: every choice of every filter finds some. */
function filteredList(): unknown {
  const countsOf = (choices: readonly { value: string }[]) =>
    Object.fromEntries(choices.map(({ value }, index) => [value, 1 + ((index * 37) % 400)]))
  return {
    rows: cards('jobs').slice(0, PAGE_SIZE),
    more: true,
    closeMatches: [],
    close: 0,
    next: null,
    total: 400,
    unstated: 0,
    counts: Object.fromEntries(FACET_NAMES.map((facet) => [facet, countsOf(FACETS[facet].choices)])),
    organizations: cards('organizations')
      .slice(0, ORGANIZATION_CHOICES)
      .map(({ slug, name }, index) => ({ slug, name, notices: 3 + index })),
    organization: null,
  }
}

/** The dates of the sample rows in the month of NOW, grouped as the database does it. */
function datesByDay(): unknown {
  const wanted = wantedDates({ type: null, kind: null })
  const recruitments = cards('recruitments').map(({ slug }) => slug)
  const notices = DATED_KINDS.flatMap(({ table }) =>
    cards(table).map(({ recruitment, ...row }): NoticeFacts => ({
      ...row,
      table,
      organization: null,
      recruitment_id: recruitment ? recruitments.indexOf(recruitment) : null,
    })),
  )
  const month = new Date(NOW).toISOString().slice(0, 7)
  const days = Map.groupBy(
    calendarDays(notices).filter(({ day }) => day.startsWith(month)),
    ({ day }) => day,
  )
  return Array.from(days, ([day, dates]) => {
    const entries = dates
      .map(
        ({ kind, label, notice }) =>
          [
            wanted.findIndex((each) => each.kind === kind && each.row.label === label) + 1,
            notice.slug,
            notice.title,
          ] as const,
      )
      .toSorted(([one], [other]) => one - other)
    return { day, total: entries.length, entries: entries.slice(0, CALENDAR_ENTRIES.month) }
  })
}

function backendAnswer(name: string): unknown {
  if (name === 'filtered_list') return filteredList()
  if (name === 'notice_with_siblings') {
    const organization = {
      name: 'Union Public Service Commission (UPSC)',
      slug: 'upsc',
      website_url: null,
      logo_url: null,
    }
    return { notice: { ...cards('jobs')[0], organization, category: null }, siblings: [], recruitment: null }
  }
  if (name === 'calendar_days') return datesByDay()
  const tables = HOME_SECTIONS.map(({ table }) => table)
  return {
    ...Object.fromEntries(tables.map((table) => [table, cards(table).slice(0, PAGE_SIZE)])),
    quick_links: cards('jobs').slice(0, 9),
    closing_today: cards('jobs').slice(0, 3),
    counts: Object.fromEntries(tables.map((table) => [table, cards(table).length])),
    updated_at: new Date(NOW).toISOString(),
  }
}
