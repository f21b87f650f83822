import { existsSync, readFileSync } from 'node:fs'
import type { ISql, JSONValue, Sql } from 'postgres'
import { CONTENT_TABLES } from '#domain/content/registry.ts'
import { DAY_MS, dayAndTime, indianDay } from '#domain/dates.ts'

type Row = Record<string, JSONValue>
type Ids = ReadonlyMap<string, number>

const folder = new URL('.', import.meta.url)
/** The portal is in use when any of these has a row; gone_slugs has a row for every deleted notice. */
const usedTables = [...CONTENT_TABLES, 'organizations', 'categories', 'recruitments', 'gone_slugs']
/** D+20 or D-9 12:20 PM: days from today, and the time of day in India. */
const offset = /^D([+-]\d+)(?: (\d{1,2}):(\d\d) (AM|PM))?$/

/**
 * Fills an unused database with the sample notices, in one transaction. Their dates are relative to today in India, so
 * that the portal looks as on a busy day whenever it is installed.
 * @param sql connection of the database owner
 * @param now milliseconds since the epoch
 * @returns false when the database is in use, and nothing was done
 */
export async function loadSampleData(sql: Sql, now = Date.now()): Promise<boolean> {
  return sql.begin(async (transaction) => {
    for (const table of usedTables) {
      const found = await transaction`select from ${transaction(table)} limit 1`
      if (found.length > 0) return false
    }
    const load = (table: string, rows: Row[], references: Record<string, Ids> = {}) =>
      insertRows(transaction, table, { rows, references, now })

    const organization_slug = await load('organizations', readRows('organizations'))
    const category_slug = await loadCategories(load)
    const recruitment = await load('recruitments', readRows('recruitments'), { organization_slug })
    const jobs = new Map(readRows('jobs').map((job) => [job['recruitment'], job]))
    for (const table of CONTENT_TABLES) {
      const rows = readRows(table).map((row) => ({ ...subjectOf(jobs.get(row['recruitment'])), ...row }))
      if (rows.length > 0) await load(table, rows, { organization_slug, category_slug, recruitment })
    }
    await transaction`analyze`
    return true
  })
}

type Load = (table: string, rows: Row[], references?: Record<string, Ids>) => Promise<Ids>

async function loadCategories(load: Load): Promise<Ids> {
  const rows = readRows('categories')
  const parent_slug = await load(
    'categories',
    rows.filter((row) => row['parent_slug'] === null),
  )
  const children = await load(
    'categories',
    rows.filter((row) => row['parent_slug'] !== null),
    { parent_slug },
  )
  return new Map([...parent_slug, ...children])
}

/** The organization and category of a notice whose file does not contain them: those of the job of its recruitment. */
function subjectOf(job: Row | undefined): Row {
  return { organization_slug: job?.['organization_slug'] ?? null, category_slug: job?.['category_slug'] ?? null }
}

async function insertRows(
  sql: ISql,
  table: string,
  { rows: written, references, now }: { rows: Row[]; references: Record<string, Ids>; now: number },
): Promise<Ids> {
  const dateColumns = await columnsOfType(sql, table, 'date')
  const rows = written.map((row) => resolveRow(row, { references, dateColumns, now }))
  const columns = Object.keys(rows[0] ?? {})
  const stored = await sql<{ id: string; slug: string }[]>`
    insert into ${sql(table)} (${sql(columns)})
    select ${sql(columns)} from json_populate_recordset(null::${sql(table)}, ${sql.json(rows)}::json)
    returning id, slug`
  return new Map(stored.map(({ id, slug }) => [slug, Number(id)]))
}

/** @returns the rows of a table; a kind may have no sample notices */
function readRows(table: string): Row[] {
  const file = new URL(`${table}.json`, folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

async function columnsOfType(sql: ISql, table: string, type: string): Promise<ReadonlySet<string>> {
  const columns = await sql<{ name: string }[]>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and data_type = ${type}`
  return new Set(columns.map(({ name }) => name))
}

/** Slugs become ids, offsets become dates and timestamps; a placeholder in a date column becomes null, as in forms. */
function resolveRow(
  row: Row,
  { references, dateColumns, now }: { references: Record<string, Ids>; dateColumns: ReadonlySet<string>; now: number },
): Row {
  const resolved: Row = {}
  for (const [field, value] of Object.entries(row)) {
    const ids = references[field]
    if (ids) resolved[field.replace(/_slug$/, '') + '_id'] = (typeof value === 'string' && ids.get(value)) || null
    else if (dateColumns.has(field)) resolved[field] = dayOf(value, now)
    else if (field === 'created_at') resolved[field] = timestampOf(value, now)?.toISOString() ?? null
    else if (field === 'post_time') resolved[field] = postTime(timestampOf(value, now))
    else if (field !== 'parent_slug') resolved[field] = value
  }
  resolved['updated_at'] = (
    timestampOf(row['post_time'], now) ??
    timestampOf(row['created_at'], now) ??
    new Date(now)
  ).toISOString()
  return resolved
}

function dayOf(value: unknown, now: number): string | null {
  const [, days] = offset.exec(String(value)) ?? []
  return days === undefined ? null : indianDay(now + Number(days) * DAY_MS)
}

/** A timestamp later than now, as happens early in the morning, becomes now. */
function timestampOf(value: unknown, now: number): Date | null {
  const [, days, hours, minutes, half] = offset.exec(String(value)) ?? []
  if (days === undefined || hours === undefined) return null
  const hour = String((Number(hours) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')
  return new Date(Math.min(now, Date.parse(`${dayOf(value, now)}T${hour}:${minutes}:00+05:30`)))
}

/** DD/MM/YYYY h:mm AM|PM */
function postTime(timestamp: Date | null): string | null {
  return timestamp && dayAndTime(timestamp.getTime()).replaceAll('-', '/')
}
