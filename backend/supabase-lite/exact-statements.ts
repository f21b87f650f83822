import { hiddenDefault, hiddenJson } from './hidden-values.ts'

/** A node of a statement as Kysely builds it, on which Supabase Lite is built. */
export interface StatementNode {
  readonly kind: string
  readonly [field: string]: unknown
}

interface Result {
  readonly rows: unknown[]
}

const row = '_row'
const json = '_json'
/** Selections that need no more than a name. */
const plainSelections = new Set(['SelectAllNode', 'ReferenceNode', 'ColumnNode'])

/**
 * A plugin of Kysely for the statements of one request. PostgreSQL itself writes the JSON of the rows that it returns and reads the JSON
 * of the values that it stores, as under PostgREST, so that no type is translated twice. Source: docs/decisions/039
 */
export function exactStatements() {
  const selected = new WeakSet<object>()
  let isUpdated = false
  return {
    transformQuery: ({ node, queryId }: { node: StatementNode; queryId: object }): StatementNode => {
      if (node.kind === 'SelectQueryNode') {
        if (!isPlain(node['selections'])) selected.add(queryId)
        return selectJson(isUpdated ? byKey(node) : node)
      }
      if (node.kind === 'InsertQueryNode') return returnJson(withExactRows(node), node['into'])
      if (node.kind === 'UpdateQueryNode') {
        isUpdated = true
        return returnJson(withExactUpdates(node), node['table'])
      }
      if (node.kind === 'DeleteQueryNode') return returnJson(node, firstTable(node))
      return node
    },
    transformResult: async <T extends Result>({ result, queryId }: { result: T; queryId: object }): Promise<T> => ({
      ...result,
      rows: result.rows.map((found) => readRow(found, selected.has(queryId))),
    }),
  }
}

function selectJson(node: StatementNode): StatementNode {
  const alias = { kind: 'IdentifierNode', name: row }
  return {
    kind: 'SelectQueryNode',
    selections: [{ kind: 'SelectionNode', selection: raw([`row_to_json(${row})::text as ${json}`]) }],
    from: { kind: 'FromNode', froms: [{ kind: 'AliasNode', node, alias }] },
  }
}

/**
 * Supabase Lite reads updated rows again by their key and by the filter of the request, which need not be true any more.
 * @returns the same selection by the key alone
 */
function byKey(node: StatementNode): StatementNode {
  const where = node['where'] as { where: StatementNode } | undefined
  return where ? { ...node, where: { ...where, where: withoutFilter(where.where) } } : node
}

function withoutFilter(condition: StatementNode): StatementNode {
  const { node, left, right } = condition as StatementNode & Record<'node' | 'left' | 'right', StatementNode>
  if (condition.kind === 'ParensNode' && node.kind === 'AndNode') return node['right'] as StatementNode
  if (condition.kind !== 'AndNode') return condition
  return { ...condition, left: withoutFilter(left), right: withoutFilter(right) }
}

function returnJson(node: StatementNode, table: unknown): StatementNode {
  const returning = node['returning'] as { selections: StatementNode[] } | undefined
  if (!returning) return node
  const selections = returning.selections.map((selection) => (isStar(selection) ? raw(['', '.*'], [table]) : selection))
  const fragments = [`row_to_json((select ${row} from (select `, ...selections.slice(1).map(() => ', ')]
  const selection = raw([...fragments, `) as ${row}))::text as ${json}`], selections)
  return { ...node, returning: { ...returning, selections: [{ kind: 'SelectionNode', selection }] } }
}

function withExactRows(node: StatementNode): StatementNode {
  const { values, ...list } = node['values'] as StatementNode & { values: StatementNode[] }
  const columns = node['columns'] as StatementNode[]
  const rows = values.map((given) => ({
    kind: 'ValueListNode',
    values: (given['values'] as unknown[]).map((value, index) =>
      exactValue(given.kind === 'PrimitiveValueListNode' ? { kind: 'ValueNode', value } : value, {
        table: node['into'],
        column: columns[index],
      }),
    ),
  }))
  return { ...node, values: { ...list, values: rows } }
}

function withExactUpdates(node: StatementNode): StatementNode {
  const updates = node['updates'] as StatementNode[]
  const table = node['table']
  return {
    ...node,
    updates: updates.map((update) => ({
      ...update,
      value: exactValue(update['value'], { table, column: update['column'] }),
    })),
  }
}

/** The value of a column as PostgreSQL reads it from JSON. */
function exactValue(node: unknown, { table, column }: { table: unknown; column: unknown }): unknown {
  const { value } = node as { value?: unknown }
  if (value === hiddenDefault) return { kind: 'DefaultInsertValueNode' }
  const text = hiddenJson(value)
  if (text === null) return node
  const name = (column as { column: { name: string } }).column.name
  const record = { kind: 'ValueNode', value: `{${JSON.stringify(name)}:${text}}` }
  return raw(['(json_populate_record(null::', ', ', '::text::json)).', ''], [table, record, column])
}

function readRow(found: unknown, isSelected: boolean): unknown {
  const text = (found as Record<string, unknown>)[json]
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

function isPlain(selections: unknown): boolean {
  return ((selections ?? []) as StatementNode[]).every(({ selection }) =>
    plainSelections.has((selection as StatementNode).kind),
  )
}

function isStar({ selection }: StatementNode): boolean {
  const { kind, column } = selection as { kind: string; column?: { kind: string } }
  return kind === 'SelectAllNode' || column?.kind === 'SelectAllNode'
}

function firstTable(node: StatementNode): unknown {
  return (node['from'] as { froms: unknown[] }).froms[0]
}

function raw(sqlFragments: string[], parameters: unknown[] = []): StatementNode {
  return { kind: 'RawNode', sqlFragments, parameters }
}
