import type postgres from 'postgres'
import { publishedSchema, type PublishedTables } from './published-tables.ts'
import { keyOf, readBinding, unableToSubscribe, type Binding, type WrittenBinding } from './subscription.ts'
import { checkCondition } from './visibility.ts'

/** Characters of accepted requests that are cached, where each counts as somewhat longer for what is stored with it. */
const mostCached = 1_000_000
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
  /** Those in use, by their requests: a request that is rejected leaves nothing. */
  const bindings = new Map<string, WeakRef<Binding>>()
  const collected = new FinalizationRegistry((key: string) => {
    if (!bindings.get(key)?.deref()) bindings.delete(key)
  })
  const accepted = createRecentBindings()
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
      const known = bindings.get(key)?.deref()
      if (known) return known
      const binding = readBinding(written, tables)
      bindings.set(key, new WeakRef(binding))
      collected.register(binding, key)
      return binding
    },
    check: (binding) => {
      const check = checks.get(binding) ?? checkAll(binding)
      checks.set(binding, check)
      check.then(
        () => accepted.add(binding),
        () => checks.delete(binding),
      )
      return check
    },
  }
}

/** Holds accepted bindings, so that a client that joins again finds them; those that were used longest ago leave first. */
function createRecentBindings() {
  const recent = new Set<Binding>()
  let size = 0
  const sizeOf = ({ key }: Binding) => key.length + storedWithEach
  return {
    add: (binding: Binding): void => {
      if (!recent.delete(binding)) size += sizeOf(binding)
      recent.add(binding)
      for (const oldest of recent) {
        if (size <= mostCached) break
        recent.delete(oldest)
        size -= sizeOf(oldest)
      }
    },
  }
}

/** The value is not of the column's type, or the type cannot be compared like that. */
function isWrongValue(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && /^(22|42)/.test(String(error.code))
}
