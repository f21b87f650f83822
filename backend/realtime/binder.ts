import type postgres from 'postgres'
import { publishedSchema, type PublishedTables } from './published-tables.ts'
import { keyOf, readBinding, unableToSubscribe, type Binding, type WrittenBinding } from './subscription.ts'
import { checkCondition } from './visibility.ts'

const mostCached = 10_000

export interface Binder {
  /**
   * Reads the request of a client; equal requests share a binding.
   * @throws SubscriptionError when it is invalid
   */
  read(written: WrittenBinding): Binding
  /**
   * Asks the database, once for each binding, whether its filter can be compared with the columns.
   * @throws SubscriptionError when it cannot
   */
  check(binding: Binding): Promise<void>
}

export function createBinder(sql: postgres.Sql, tables: PublishedTables): Binder {
  const bindings = new Map<string, Binding>()
  const checks = new WeakMap<Binding, Promise<void>>()

  async function checkAll(binding: Binding): Promise<void> {
    for (const condition of binding.conditions) {
      await checkCondition(sql, condition).catch((error: unknown) => {
        if (!isWrongValue(error)) throw error
        const wanted = { ...binding, schema: publishedSchema, table: binding.tables.join() }
        throw unableToSubscribe(wanted, `ERROR ${error.code} ${error.message}`)
      })
    }
  }

  return {
    read: (written) => {
      const key = keyOf(written)
      const binding = bindings.get(key) ?? readBinding(written, tables)
      if (bindings.size >= mostCached) bindings.clear()
      bindings.set(key, binding)
      return binding
    },
    check: (binding) => {
      const check = checks.get(binding) ?? checkAll(binding)
      checks.set(binding, check)
      check.catch(() => checks.delete(binding))
      return check
    },
  }
}

/** The value is not of the column's type, or the type cannot be compared like that. */
function isWrongValue(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && /^(22|42)/.test(String(error.code))
}
