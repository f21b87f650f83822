import { noteTimeOf } from '#app/browser/time-of-answers.ts'
import { factColumns, FACT_TABLES, isFactTable, type FactRow, type FactTable } from '#domain/eligibility/facts.ts'
import { endSignal } from '#domain/end-signal.ts'
import { FACTS_FRESH_MS, LATE_RESPONSE_MS, STORED_FACTS } from '#domain/limits.ts'
import { currentProfile, FACTS_CACHE } from './stored-profile.ts'

/** A notice on the page; lists name it by its id, other pages by its slug. */
export interface NoticeKey {
  table: FactTable
  column: 'id' | 'slug'
  value: string
}

/** The stored facts: pairs of table and row, the oldest first. */
const CACHE = { name: FACTS_CACHE, key: '/notice-facts' }

const rows = new Map<string, FactRow>()
const fetchedAt = new Map<string, number>()
const inFlight = new Set<string>()
const failed = new Set<string>()

let isRead = false

const textOf = ({ table, column, value }: NoticeKey) => `${table} ${column} ${value}`

/** @returns the row with the facts of a notice, possibly one of before; undefined when none is known */
export function knownRow(key: NoticeKey): FactRow | undefined {
  return rows.get(textOf(key))
}

/** @returns whether a notice was requested whose facts cannot be had: there is no such notice, or no connection */
export function isUnavailable(key: NoticeKey): boolean {
  const text = textOf(key)
  return !rows.has(text) && (fetchedAt.has(text) || failed.has(text))
}

/** Reads once what earlier pages have stored. */
export async function readStoredFacts(): Promise<void> {
  if (isRead) return
  isRead = true
  try {
    const stored: unknown = await (await (await caches.open(CACHE.name)).match(CACHE.key))?.json()
    for (const pair of Array.isArray(stored) ? (stored as unknown[]) : []) {
      const [table, row] = Array.isArray(pair) ? (pair as [unknown, unknown]) : []
      if (isFactTable(table) && typeof row === 'object' && row !== null) remember(table, row)
    }
  } catch (error) {
    console.info('The stored facts of notices cannot be read', error)
  }
}

/**
 * Requests the facts of notices, those of each table at once, and stores them. Nothing about the visitor is sent.
 *
 * @param isChanged whether also facts are requested that were fetched a short time ago
 * @throws Error when the server cannot be reached
 */
export async function fetchFacts(keys: readonly NoticeKey[], isChanged: boolean): Promise<void> {
  const since = isChanged ? Infinity : performance.now() - FACTS_FRESH_MS
  const wanted = keys.filter((key) => !inFlight.has(textOf(key)) && (fetchedAt.get(textOf(key)) ?? -Infinity) < since)
  const groups = (Object.keys(FACT_TABLES) as FactTable[]).flatMap((table) =>
    (['id', 'slug'] as const).map((column) => wanted.filter((key) => key.table === table && key.column === column)),
  )
  const requests = groups.filter((group) => group.length > 0).map(fetchGroup)
  if (requests.length === 0) return
  await Promise.all(requests)
  await storeFacts()
}

/** Forgets what is known, with the answers of the visitor. */
export function forgetFacts(): void {
  rows.clear()
  fetchedAt.clear()
}

/** @param keys of one table and one column */
async function fetchGroup(keys: readonly NoticeKey[]): Promise<void> {
  const [{ table, column }] = keys as [NoticeKey]
  const texts = keys.map(textOf)
  for (const text of texts) inFlight.add(text)
  try {
    for (const row of await readRows(table, `${column}=in.(${valuesOf(keys)})`)) remember(table, row)
    for (const text of texts) fetchedAt.set(text, performance.now())
    for (const text of texts) failed.delete(text)
  } catch (error) {
    for (const text of texts) failed.add(text)
    throw error
  } finally {
    for (const text of texts) inFlight.delete(text)
  }
}

/** In one order, so that servers cache one answer for one list. */
function valuesOf(keys: readonly NoticeKey[]): string {
  return [...new Set(keys.map(({ value }) => value))].sort().join()
}

/** Commas and brackets are not encoded: servers cache only short addresses. */
async function readRows(table: FactTable, filter: string): Promise<FactRow[]> {
  const { key: apikey = '' } = document.documentElement.dataset
  const response = await fetch(`/rest/v1/${table}?select=${factColumns(table).join()}&${filter}`, {
    headers: { apikey },
    signal: endSignal(LATE_RESPONSE_MS),
  })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  noteTimeOf(response)
  return (await response.json()) as FactRow[]
}

function remember(table: FactTable, row: FactRow): void {
  for (const column of ['id', 'slug'] as const) {
    const key = textOf({ table, column, value: String(row[column]) })
    rows.delete(key)
    rows.set(key, row)
  }
}

async function storeFacts(): Promise<void> {
  // They may have been deleted, with the answers, while these were fetched.
  if (!currentProfile()) return forgetFacts()
  const byId = [...rows].filter(([key]) => key.split(' ')[1] === 'id').slice(-STORED_FACTS)
  const pairs = byId.map(([key, row]) => [key.split(' ')[0], row])
  try {
    await (await caches.open(CACHE.name)).put(CACHE.key, Response.json(pairs))
  } catch (error) {
    console.info('The facts of notices could not be stored', error)
  }
}
