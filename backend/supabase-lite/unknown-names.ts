import { z } from 'zod'
import { DatabaseError } from '#backend/database/database-error.ts'
import { joins, type RelatedTables } from './related-tables.ts'
import { partsOf } from './selections.ts'
import { mostSimilar } from './similar-name.ts'

/** How similar the names of hints are. Source: PostgREST, getFuzzyHint, and its default */
const leastSimilarity = { table: 0.75, function: 0.75, related: 0.33, arguments: 0.33 }

/**
 * @param error of a table that does not exist
 * @param tables names of those that do
 * @returns the error that PostgREST gives. Source: docs/behaviour/contract.md#unknown-names
 */
export function unknownTable(error: { message: string; relation: string }, tables: Iterable<string>): DatabaseError {
  return DatabaseError.unknownTable(error.message, mostSimilar(error.relation, tables, leastSimilarity.table))
}

interface DatabaseFunction {
  name: string
  arg_names: readonly string[]
}

const unknownFunction = z.looseObject({ code: z.literal('PGRST202'), message: z.string() })

/**
 * Replaces the hint of Supabase Lite, which compares arguments one by one.
 * @param response the answer to a call of a function
 * @returns the same answer, with the hint of PostgREST when the function is unknown.
 *   Source: docs/behaviour/contract.md#unknown-names
 */
export async function hintingFunction(response: Response, functions: readonly DatabaseFunction[]): Promise<Response> {
  if (response.status !== 404) return response
  const { data: body } = unknownFunction.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
  const [, name, given = '()'] = /^Could not find the function public\.(\w+)(\(.*\))? /.exec(body?.message ?? '') ?? []
  if (!body || !name) return response
  const similar = similarFunction(name, given, functions)
  const hint = similar && `Perhaps you meant to call the function public.${similar}`
  const { 'content-length': _length, ...headers } = Object.fromEntries(response.headers)
  return Response.json({ ...body, hint }, { status: response.status, headers })
}

/** @param given names of arguments in alphabetical order, in brackets */
function similarFunction(name: string, given: string, functions: readonly DatabaseFunction[]): string | null {
  const namesakes = functions.filter((found) => found.name === name)
  if (namesakes.length === 0) {
    const names = functions.map((found) => found.name)
    return mostSimilar(name, names, leastSimilarity.function)
  }
  const lists = namesakes.map(({ arg_names: names }) => `(${names.toSorted().join(', ')})`)
  const similar = mostSimilar(given, lists, leastSimilarity.arguments)
  return similar && name + similar
}

/**
 * Finds a table in the selection of a request that is not related to the one around it.
 * Source: docs/behaviour/contract.md#unknown-names
 * @param request a request below /rest/v1/
 * @returns the error that PostgREST gives, or null; unknown tables and functions have no relations to check
 */
export function unknownRelation({ url }: Request, related: RelatedTables): DatabaseError | null {
  const { pathname, searchParams } = new URL(url)
  return unknownIn(searchParams.get('select') ?? '', pathname.slice('/rest/v1/'.length), related)
}

function unknownIn(select: string, table: string, related: RelatedTables): DatabaseError | null {
  const relations = related.get(table)
  if (!relations) return null
  const isRelated = (name: string) => relations.tables.has(name) || relations.keys.has(name)
  for (const { text, name, hints, inside } of partsOf(select)) {
    if (inside === null || name === '' || text.endsWith('count()')) continue
    const unknownHint = hints.find((hint) => !joins.includes(hint) && !isRelated(hint)) ?? null
    if (!isRelated(name) || unknownHint) {
      // A table that is related was meant as it is written: then the hint after "!" is the mistake.
      const similar = isRelated(name) ? null : mostSimilar(name, relations.tables, leastSimilarity.related)
      return DatabaseError.unknownRelation(table, name, { unknownHint, similar })
    }
    const error = unknownIn(inside, relations.toOne.get(name)?.table ?? name, related)
    if (error) return error
  }
  return null
}
