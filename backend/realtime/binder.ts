import type postgres from 'postgres'
import { publishedSchema, type PublishedTables } from './published-tables.ts'
import { keyOf, readBinding, unableToSubscribe, type Binding, type WrittenBinding } from './subscription.ts'
import { checkCondition } from './visibility.ts'

/** Largest total length of the cached requests, in characters. */
const mostCached = 1_000_000
/** Added to the length of each request for the memory that its binding takes. */
const storedWithEach = 200

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
  /** By request; the one that was used longest ago is the first. */
  const bindings = new Map<string, Binding>()
  let size = 0
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

  function store(binding: Binding): void {
    bindings.set(binding.key, binding)
    size += binding.key.length + storedWithEach
  }

  function drop({ key }: Binding): void {
    if (bindings.delete(key)) size -= key.length + storedWithEach
  }

  return {
    read: (written) => {
      const binding = bindings.get(keyOf(written)) ?? readBinding(written, tables)
      drop(binding)
      store(binding)
      for (const oldest of bindings.values()) {
        if (size <= mostCached) break
        drop(oldest)
      }
      return binding
    },
    check: (binding) => {
      const check = checks.get(binding) ?? checkAll(binding)
      checks.set(binding, check)
      check.catch(() => {
        checks.delete(binding)
        drop(binding)
      })
      return check
    },
  }
}

/** The value is not of the column's type, or the type cannot be compared like that. */
function isWrongValue(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && /^(22|42)/.test(String(error.code))
}
