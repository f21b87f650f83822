import type postgres from 'postgres'
import { readBinding, SubscriptionError, type Binding, type WrittenBinding } from './subscription.ts'
import type { PublishedTables } from './published-tables.ts'
import { checkCondition } from './visibility.ts'

const mostCached = 10_000

/**
 * @returns reads subscription requests of clients. Equal requests share a cached binding, so that the database checks
 *   only once whether the filter can be compared with the column; throws SubscriptionError for an invalid request
 */
export function createBinder(
  sql: postgres.Sql,
  tables: PublishedTables,
): (written: WrittenBinding) => Promise<Binding> {
  const cache = new Map<string, Promise<Binding>>()

  async function checked(written: WrittenBinding): Promise<Binding> {
    const binding = readBinding(written, tables)
    for (const condition of binding.conditions) {
      await checkCondition(sql, condition).catch((error: unknown) => {
        if (!isWrongValue(error)) throw error
        throw new SubscriptionError(
          `Unable to subscribe to changes with given parameters. ${JSON.stringify(written.filter)}: ${error.message}`,
        )
      })
    }
    return binding
  }

  return (written) => {
    const { event, schema, table, filter, select } = written
    const key = JSON.stringify([event, schema, table, filter, select])
    const cached = cache.get(key)
    if (cached) return cached
    if (cache.size >= mostCached) cache.clear()
    const binding = checked(written)
    cache.set(key, binding)
    binding.catch(() => cache.delete(key))
    return binding
  }
}

/** The value is not of the column's type, or the type cannot be compared like that. */
function isWrongValue(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(22|42)/.test(String(error.code))
}
