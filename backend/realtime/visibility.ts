import type postgres from 'postgres'
import { runAs } from '#backend/run-as.ts'
import type { RequestRole } from '#backend/request-roles.ts'
import type { Change } from './change-reader.ts'
import type { Condition, Operator } from './filter.ts'
import { publishedSchema } from './published-tables.ts'

/** Somebody whom row-level security tells from others: everybody with equal keys sees the same. */
export interface Reader {
  key: string
  role: RequestRole
  claims: { sub?: string }
}

/** What a reader may see of a change. */
export interface Visibility {
  /** The row as JSON text, with the columns the reader may select; null when it cannot be seen now. */
  record: string | null
  wasVisible: boolean
}

/** Indices of the changes for which a condition holds: afterwards, and before. */
export interface MatchingFilters {
  now: ReadonlySet<number>
  before: ReadonlySet<number>
}

interface ChangesOfTable {
  table: string
  changes: readonly Change[]
}

export interface ColumnCondition extends Condition {
  /** What the values are compared as. */
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
 * Row-level security and column rights of a reader, for rows as they were recorded: their tables may hold something else
 * by now, and what a draft said must not be shown because it is published in the end.
 * @param sql connection of the database owner, who may act as every role
 * @returns what the reader may see, by the index of the change; nothing for the others
 */
export async function visibleChanges(
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

/** @returns for each condition the changes for which it holds */
export async function conditionsMet(
  sql: postgres.Sql,
  { table, changes }: ChangesOfTable,
  conditions: readonly ColumnCondition[],
): Promise<MatchingFilters[]> {
  if (conditions.length === 0) return []
  const alike = [...Map.groupBy(conditions.entries(), ([, condition]) => kindOf(condition)).values()]
  const rowType = `${publishedSchema}.${quoted(table)}`
  const [afterwards, beforehand] = ['afterwards', 'beforehand'].map((row) =>
    alike.map((group, place) => `array(${matching(group, row, place + 2)})`).join(' || '),
  )
  const rows = await sql.unsafe<{ now: number[]; before: number[] }[]>(
    `select ${afterwards} as now, ${beforehand} as before
       from jsonb_array_elements($1::text::jsonb) with ordinality as given(change, number)
      cross join lateral jsonb_populate_record(null::${rowType}, change -> 'record') as afterwards
      cross join lateral jsonb_populate_record(
        null::${rowType}, (change -> 'record') || coalesce(change -> 'previous', '{}')
      ) as beforehand
      order by number`,
    [asJson(changes), ...alike.map(asValues)],
  )
  const now = rows.map((row) => new Set(row.now))
  const before = rows.map((row) => new Set(row.before))
  return conditions.map((_, number) => ({ now: holders(now, number), before: holders(before, number) }))
}

/** @throws an error of the database when the column cannot be compared with the value */
export async function tryCondition(sql: postgres.Sql, condition: ColumnCondition): Promise<void> {
  // The operand by itself too: compared with null, it might not be looked at.
  await sql.unsafe(
    `select ${expression(condition, 'tried')}, ${operand(condition)} from (select null::${condition.cast}) as row(tried),
       (select $1::text) as given(value)`,
    [valueText(condition)],
  )
}

/** Conditions of one kind differ in nothing but their values. */
function kindOf({ column, operator, isNegated, value }: ColumnCondition): string {
  return JSON.stringify([column, operator, isNegated, operator === 'is' && value])
}

function matching([first]: [number, ColumnCondition][], row: string, parameter: number): string {
  if (!first) throw new Error('A kind without conditions')
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

/** What is compared with, as SQL; "value" is the condition's own, as text. */
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

/** @returns indices of the rows for which a condition was found to hold */
function holders(rows: ReadonlySet<number>[], condition: number): Set<number> {
  return new Set(rows.flatMap((numbers, index) => (numbers.has(condition) ? [index] : [])))
}

function asJson(changes: readonly Change[]): string {
  return `[${changes.map(({ record, previous }) => `{"record":${record},"previous":${previous ?? '{}'}}`).join(',')}]`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
