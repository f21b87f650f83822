import type postgres from 'postgres'
import { readBinding, SubscriptionError, type Binding, type WrittenBinding } from './subscription.ts'
import type { PublishedTables } from './published-tables.ts'
import { tryCondition } from './visibility.ts'

const mostKept = 10_000

/**
 * @returns reads what clients want to hear. The same wish gives the same binding, and asks the database once whether its
 *   filter can be compared with the column; a refused wish throws SubscriptionError
 */
export function createBinder(
  sql: postgres.Sql,
  tables: PublishedTables,
): (written: WrittenBinding) => Promise<Binding> {
  const kept = new Map<string, Promise<Binding>>()

  async function checked(written: WrittenBinding): Promise<Binding> {
    const binding = readBinding(written, tables)
    for (const condition of binding.conditions) {
      await tryCondition(sql, condition).catch((error: unknown) => {
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
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= mostKept) kept.clear()
    const binding = checked(written)
    kept.set(key, binding)
    binding.catch(() => kept.delete(key))
    return binding
  }
}

/** The value is not of the column's type, or the type cannot be compared like that. */
function isWrongValue(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(22|42)/.test(String(error.code))
}
