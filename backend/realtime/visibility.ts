import type postgres from 'postgres'
import { runAs } from '#backend/database/run-as.ts'
import type { RequestRole } from '#backend/database/request-roles.ts'
import type { Change } from '#backend/outbox/change-reader.ts'
import type { Condition, Operator } from './filter.ts'
import { publishedSchema } from './published-tables.ts'

/** Role and claims that row-level security depends on: readers with equal keys see the same rows. */
export interface Reader {
  key: string
  role: RequestRole
  claims: { sub?: string }
}

/** What a reader may see of a change. */
export interface Visibility {
  /** The row as JSON text, with the columns the reader may select; null when it is not visible now. */
  record: string | null
  wasVisible: boolean
}

/** Indices of the changes that match a condition: after the change, and before. */
export interface Matches {
  now: ReadonlySet<number>
  before: ReadonlySet<number>
}

interface ChangesOfTable {
  table: string
  changes: readonly Change[]
}

export interface ColumnCondition extends Condition {
  /** Type that the values are cast to. */
  cast: string
}

const symbols: Record<Operator, string> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  in: '= any',
  like: 'like',
  ilike: 'ilike',
  is: 'is',
  isdistinct: 'is distinct from',
}

/**
 * Applies row-level security and column rights to rows as they were recorded, not as they are now: the text of a draft
 * must not be sent because the notice has been published since.
 * @param sql connection of the database owner, who may act as every role
 * @returns what the reader may see, by the index of the change; nothing for the others
 */
export async function readVisibility(
  sql: postgres.Sql,
  reader: Reader,
  { table, changes }: ChangesOfTable,
): Promise<Map<number, Visibility>> {
  const rows = await runAs(
    sql,
    reader,
    (transaction) => transaction<{ number: string; record: string | null; was_visible: boolean }[]>`
      select number, record::text, was_visible
        from published.visible_changes(${table}, ${asJson(changes)}::text::jsonb)`,
  )
  return new Map(rows.map((row) => [Number(row.number) - 1, { record: row.record, wasVisible: row.was_visible }]))
}

/** @returns for each condition the changes that match it */
export async function readMatches(
  sql: postgres.Sql,
  { table, changes }: ChangesOfTable,
  conditions: readonly ColumnCondition[],
): Promise<Matches[]> {
  if (conditions.length === 0) return []
  const groups = [...Map.groupBy(conditions.entries(), ([, condition]) => kindOf(condition)).values()]
  const rowType = `${publishedSchema}.${quoted(table)}`
  const [afterwards, beforehand] = ['afterwards', 'beforehand'].map((row) =>
    groups.map((group, index) => `array(${matching(group, row, index + 2)})`).join(' || '),
  )
  const rows = await sql.unsafe<{ now: number[]; before: number[] }[]>(
    `select ${afterwards} as now, ${beforehand} as before
       from jsonb_array_elements($1::text::jsonb) with ordinality as given(change, number)
      cross join lateral jsonb_populate_record(null::${rowType}, change -> 'record') as afterwards
      cross join lateral jsonb_populate_record(
        null::${rowType}, (change -> 'record') || coalesce(change -> 'previous', '{}')
      ) as beforehand
      order by number`,
    [asJson(changes), ...groups.map(asValues)],
  )
  const now = rows.map((row) => new Set(row.now))
  const before = rows.map((row) => new Set(row.before))
  return conditions.map((_, number) => ({ now: rowsMatching(now, number), before: rowsMatching(before, number) }))
}

/** @throws an error of the database when the column cannot be compared with the value */
export async function checkCondition(sql: postgres.Sql, condition: ColumnCondition): Promise<void> {
  // The operand is selected by itself, too: in a comparison with null it may not be evaluated.
  await sql.unsafe(
    `select ${expression(condition, 'tried')}, ${operand(condition)} from (select null::${condition.cast}) as row(tried),
       jsonb_to_recordset($1::text::jsonb) as given(index int, value text)`,
    [asValues([[0, condition]])],
  )
}

/** Conditions of one kind differ in nothing but their values. */
function kindOf({ column, operator, isNegated, value }: ColumnCondition): string {
  return JSON.stringify([column, operator, isNegated, operator === 'is' && value])
}

function matching([first]: [number, ColumnCondition][], row: string, parameter: number): string {
  if (!first) throw new Error('A group without conditions')
  const [, condition] = first
  return `select index from jsonb_to_recordset($${parameter}::text::jsonb) as given(index int, value text)
    where ${expression(condition, `${row}.${quoted(condition.column)}`)}`
}

function expression(condition: ColumnCondition, column: string): string {
  const { operator, isNegated } = condition
  const compared = operator === 'like' || operator === 'ilike' ? `${column}::text` : column
  const positive = `${compared} ${symbols[operator]} ${operand(condition)}`
  return isNegated ? `not (${positive})` : positive
}

/** The right side of the comparison as SQL; the column "value" is the condition's value as text. */
function operand({ operator, cast, value }: ColumnCondition): string {
  if (operator === 'is') return String(value)
  if (operator === 'like' || operator === 'ilike') return 'value'
  if (operator !== 'in') return `value::${cast}`
  return `(array(select entry::${cast} from jsonb_array_elements_text(value::jsonb) as entries(entry)))`
}

function asValues(group: [number, ColumnCondition][]): string {
  return JSON.stringify(group.map(([index, condition]) => ({ index, value: valueText(condition) })))
}

function valueText({ value }: ColumnCondition): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @returns indices of the rows that match a condition */
function rowsMatching(rows: ReadonlySet<number>[], condition: number): Set<number> {
  return new Set(rows.flatMap((numbers, index) => (numbers.has(condition) ? [index] : [])))
}

function asJson(changes: readonly Change[]): string {
  return `[${changes.map(({ record, previous }) => `{"record":${record},"previous":${previous ?? '{}'}}`).join(',')}]`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
