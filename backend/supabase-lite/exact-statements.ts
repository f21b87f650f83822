import { writesNoRows } from './exact-answer.ts'
import { hiddenDefault, hiddenJson } from './hidden-values.ts'
import type { StatementPlugin } from './supabase-lite.ts'

type Statement = ReturnType<StatementPlugin['transformQuery']>
type StatementOf<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>
type Select = StatementOf<'SelectQueryNode'>
type Insert = StatementOf<'InsertQueryNode'>
type Update = StatementOf<'UpdateQueryNode'>
type RawNode = StatementOf<'RawNode'>
type SelectionNode = NonNullable<Select['selections']>[number]
type AliasNode = Extract<SelectionNode['selection'], { kind: 'AliasNode' }>
/** A part of a statement, of which Kysely says no more than its kind. */
type Node = RawNode['parameters'][number]
type Row = Parameters<StatementPlugin['transformResult']>[0]['result']['rows'][number]

type NodeOf<Kind extends keyof Fields> = Fields[Kind] & { kind: Kind }

/** What is read of nodes, by their kind. */
interface Fields {
  AndNode: { left: Node; right: Node }
  ColumnNode: { column: { name: string } }
  ParensNode: { node: Node }
  PrimitiveValueListNode: { values: readonly unknown[] }
  ValueListNode: { values: readonly Node[] }
  ValueNode: { value: unknown }
  ValuesNode: { values: readonly (NodeOf<'PrimitiveValueListNode'> | NodeOf<'ValueListNode'>)[] }
}

const row = '_row'
const json = '_json'
/** Selections that need no more than a name. */
const plainSelections: readonly string[] = ['SelectAllNode', 'ReferenceNode', 'ColumnNode']

/**
 * A plugin of Kysely for the statements of one request. PostgreSQL itself writes the JSON of the rows that it returns and reads the JSON
 * of the values that it stores, as under PostgREST, so that no type is translated twice. Source: docs/decisions/039
 */
export function exactStatements(): StatementPlugin {
  const selected = new WeakSet<object>()
  let isUpdated = false
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'SelectQueryNode') {
        if (!isPlain(node)) selected.add(queryId)
        return selectJson(isUpdated ? byKey(node) : node)
      }
      if (node.kind === 'InsertQueryNode') return returnJson(withExactRows(node), node.into)
      if (node.kind === 'UpdateQueryNode') {
        isUpdated = true
        return returnJson(withExactUpdates(node), node.table)
      }
      if (node.kind === 'DeleteQueryNode') return returnJson(node, node.from.froms[0])
      return node
    },
    transformResult: async ({ result, queryId }) => ({
      ...result,
      rows: result.rows.map((found) => readRow(found, selected.has(queryId))),
    }),
  }
}

function selectJson(node: Select): Select {
  return {
    kind: 'SelectQueryNode',
    selections: [asJson(raw([`row_to_json(${row})::text`]))],
    from: { kind: 'FromNode', froms: [named(node, row)] },
  }
}

/**
 * Supabase Lite reads updated rows again by their key and by the filter of the request, which need not be true any more.
 * @returns the same selection by the key alone
 */
function byKey(node: Select): Select {
  const { where } = node
  return where ? { ...node, where: { ...where, where: withoutFilter(where.where) } } : node
}

function withoutFilter(condition: Node): Node {
  if (isA('ParensNode', condition) && isA('AndNode', condition.node)) return condition.node.right
  if (!isA('AndNode', condition)) return condition
  const { kind, left, right } = condition
  return nodeOf(kind, { left: withoutFilter(left), right: withoutFilter(right) })
}

function returnJson<Writing extends Insert | Update | StatementOf<'DeleteQueryNode'>>(
  node: Writing,
  table: Node | undefined,
): Writing {
  const { returning } = node
  if (!returning || !table) return node
  const selections = returning.selections.map((selection) => (isStar(selection) ? raw(['', '.*'], [table]) : selection))
  const fragments = [`row_to_json((select ${row} from (select `, ...selections.slice(1).map(() => ', ')]
  const selection = asJson(raw([...fragments, `) as ${row}))::text`], selections))
  return { ...node, returning: { ...returning, selections: [selection] } }
}

function withExactRows(node: Insert): Insert {
  const { into, columns = [], values } = node
  if (!values || !isA('ValuesNode', values)) return node
  if (columns.length === 0) return withDefaultRows(node, writesNoRows() ? 0 : values.values.length)
  const rows = values.values.map((list) => {
    const given = list.kind === 'ValueListNode' ? list.values : list.values.map(valueNode)
    const exact = given.map((value, index) => exactValue(value, { table: into, column: columns[index] }))
    return nodeOf('ValueListNode', { values: exact })
  })
  return { ...node, values: nodeOf('ValuesNode', { values: rows }) }
}

/** Rows without columns, of which all values are defaults; "default values" would be one row. */
function withDefaultRows({ columns: _columns, ...node }: Insert, count: number): Insert {
  return { ...node, values: raw([`select from generate_series(1, ${count})`]) }
}

function withExactUpdates(node: Update): Update {
  const { table, updates } = node
  return {
    ...node,
    updates: updates?.map((update) => ({
      ...update,
      value: exactValue(update.value, { table, column: update.column }),
    })),
  }
}

/** The value of a column as PostgreSQL reads it from JSON. */
function exactValue(node: Node, { table, column }: { table: Node | undefined; column: Node | undefined }): Node {
  if (!isA('ValueNode', node)) return node
  if (node.value === hiddenDefault) return { kind: 'DefaultInsertValueNode' }
  const text = hiddenJson(node.value)
  if (text === null || !table || !column || !isA('ColumnNode', column)) return node
  const record = valueNode(`{${JSON.stringify(column.column.name)}:${text}}`)
  return raw(['(json_populate_record(null::', ', ', '::text::json)).', ''], [table, record, column])
}

function readRow(found: Row, isSelected: boolean): Row {
  const text = found[json]
  if (typeof text !== 'string') return found
  return isSelected
    ? JSON.parse(text, (_name, value: unknown) => (isJsonText(value) ? unparsed(value) : value))
    : JSON.parse(text)
}

function isJsonText(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\s*["[{\d\-ntf]/.test(value)) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** Supabase Lite parses texts of selections that are not plain once more; of a function it sees that it is no text. */
function unparsed(text: string): () => string {
  return Object.assign(() => text, { toJSON: () => text })
}

function isPlain({ selections = [] }: Select): boolean {
  return selections.every(({ selection }) => plainSelections.includes(selection.kind))
}

function isStar({ selection }: SelectionNode): boolean {
  return (selection.kind === 'ReferenceNode' ? selection.column : selection).kind === 'SelectAllNode'
}

function isA<Kind extends keyof Fields>(kind: Kind, node: Node): node is NodeOf<Kind> {
  return node.kind === kind
}

function nodeOf<Kind extends keyof Fields>(kind: Kind, fields: Fields[Kind]): NodeOf<Kind> {
  return { ...fields, kind }
}

function asJson(node: Node): SelectionNode {
  return { kind: 'SelectionNode', selection: named(node, json) }
}

function named(node: Node, name: string): AliasNode {
  const alias = { kind: 'IdentifierNode', name } as const
  return { kind: 'AliasNode', node, alias }
}

function valueNode(value: unknown): NodeOf<'ValueNode'> {
  return { kind: 'ValueNode', value }
}

function raw(sqlFragments: string[], parameters: readonly Node[] = []): RawNode {
  return { kind: 'RawNode', sqlFragments, parameters }
}
