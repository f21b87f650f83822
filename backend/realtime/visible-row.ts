import type postgres from 'postgres'
import { isConnectionLost } from '#backend/database-error.ts'
import type { AudienceDescription } from './audiences.ts'
import type { Change } from './change-reader.ts'
import {
  conditionsMet,
  visibleChanges,
  type ColumnCondition,
  type MatchingFilters,
  type Visibility,
} from './visibility.ts'

interface SeenOptions {
  /** Connection of the database owner. */
  sql: postgres.Sql
  table: string
  changes: readonly Change[]
  logFailure: (what: string, error: unknown) => void
}

/** Changes of one table, and who may see what of them. */
export class VisibleRow {
  readonly table: string
  readonly changes: readonly Change[]
  readonly #sql: postgres.Sql
  readonly #logFailure: SeenOptions['logFailure']
  /** By the key of the reader; null when the database could not say. */
  readonly #sights = new Map<string, ReadonlyMap<number, Visibility> | null>()
  readonly #met = new Map<ColumnCondition, MatchingFilters>()

  constructor({ sql, table, changes, logFailure }: SeenOptions) {
    this.#sql = sql
    this.table = table
    this.changes = changes
    this.#logFailure = logFailure
  }

  covers(audience: AudienceDescription): boolean {
    return this.#sights.has(audience.reader.key) && this.#conditionsOf([audience]).length === 0
  }

  /**
   * Asks the database about audiences that are not covered yet: once for each reader, and once for all filters.
   * @throws when the database is away
   */
  async cover(audiences: readonly AudienceDescription[]): Promise<void> {
    const readers = new Map(audiences.map(({ reader }) => [reader.key, reader]))
    const conditions = this.#conditionsOf(audiences)
    await Promise.all([
      this.#answered(conditionsMet(this.#sql, this, conditions)).then((met) => {
        for (const [number, condition] of conditions.entries()) this.#met.set(condition, met?.[number] ?? nothing)
      }),
      ...[...readers.values()]
        .filter(({ key }) => !this.#sights.has(key))
        .map(async (reader) => {
          this.#sights.set(reader.key, await this.#answered(visibleChanges(this.#sql, reader, this)))
        }),
    ])
  }

  /** @returns what an audience may see, by the index of the change; null when that is not known */
  sightsOf({ reader }: AudienceDescription): ReadonlyMap<number, Visibility> | null {
    return this.#sights.get(reader.key) ?? null
  }

  holds(condition: ColumnCondition, index: number): { now: boolean; before: boolean } {
    const met = this.#met.get(condition) ?? nothing
    return { now: met.now.has(index), before: met.before.has(index) }
  }

  #conditionsOf(audiences: readonly AudienceDescription[]): ColumnCondition[] {
    const bindings = new Set(audiences.flatMap((audience) => audience.bindings))
    return [...bindings]
      .filter(({ tables }) => tables.includes(this.table))
      .flatMap((binding) => binding.conditions)
      .filter((condition) => !this.#met.has(condition))
  }

  async #answered<T>(answer: Promise<T>): Promise<T | null> {
    try {
      return await answer
    } catch (error) {
      if (isConnectionLost(error)) throw error
      this.#logFailure('The database does not say who may see a change', error)
      return null
    }
  }
}

const nothing: MatchingFilters = { now: new Set(), before: new Set() }
