import type postgres from 'postgres'
import { isConnectionLost } from '#backend/database/database-error.ts'
import type { AudienceDescription } from './audiences.ts'
import type { Change } from '#backend/outbox/change-reader.ts'
import { readMatches, readVisibility, type ColumnCondition, type Matches, type Visibility } from './visibility.ts'

interface VisibleChangesOptions {
  /** Connection of the database owner. */
  sql: postgres.Sql
  table: string
  changes: readonly Change[]
  logFailure: (what: string, error: unknown) => void
}

/** Changes of one table, and what each reader may see of them. */
export class VisibleChanges {
  readonly table: string
  readonly changes: readonly Change[]
  readonly #sql: postgres.Sql
  readonly #logFailure: VisibleChangesOptions['logFailure']
  /** By the key of the reader; null when the query failed. */
  readonly #visibility = new Map<string, ReadonlyMap<number, Visibility> | null>()
  /** null for a condition that could not be checked. */
  readonly #matches = new Map<ColumnCondition, Matches | null>()

  constructor({ sql, table, changes, logFailure }: VisibleChangesOptions) {
    this.#sql = sql
    this.table = table
    this.changes = changes
    this.#logFailure = logFailure
  }

  isLoaded(audience: AudienceDescription): boolean {
    return this.#visibility.has(audience.reader.key) && this.#unknownConditions([audience]).length === 0
  }

  /** Whether it was read from the database what the audience may see, and what its filters match. */
  isKnown(audience: AudienceDescription): boolean {
    const conditions = this.#conditions([audience])
    return (
      this.visibilityFor(audience) !== null && conditions.every((condition) => this.#matches.get(condition) != null)
    )
  }

  /**
   * Queries the database about audiences that are not loaded yet: once for each reader, and once for all filters.
   * @throws when the database cannot be reached
   */
  async load(audiences: readonly AudienceDescription[]): Promise<void> {
    const readers = new Map(audiences.map(({ reader }) => [reader.key, reader]))
    await Promise.all([
      this.#loadMatches(this.#unknownConditions(audiences)),
      ...[...readers.values()]
        .filter(({ key }) => !this.#visibility.has(key))
        .map(async (reader) => {
          this.#visibility.set(reader.key, await this.#nullOnError(readVisibility(this.#sql, reader, this)))
        }),
    ])
  }

  /** @returns what an audience may see, by the index of the change; null when that is not known */
  visibilityFor({ reader }: AudienceDescription): ReadonlyMap<number, Visibility> | null {
    return this.#visibility.get(reader.key) ?? null
  }

  matches(condition: ColumnCondition, index: number): { now: boolean; before: boolean } {
    const { now, before } = this.#matches.get(condition) ?? none
    return { now: now.has(index), before: before.has(index) }
  }

  /**
   * Checks conditions in one query. When it fails, its halves are tried, so that a failing condition harms no other;
   * unless it took too long, because the halves could take as long again.
   */
  async #loadMatches(conditions: readonly ColumnCondition[]): Promise<void> {
    const read = readMatches(this.#sql, this, conditions)
    const matches = await read.catch(async (error: unknown) => {
      if (isConnectionLost(error)) throw error
      if (conditions.length > 1 && !isCanceled(error)) return 'in halves'
      this.#logFailure('Filters could not be checked', error)
      return null
    })
    if (matches === 'in halves') {
      const half = Math.ceil(conditions.length / 2)
      await this.#loadMatches(conditions.slice(0, half))
      await this.#loadMatches(conditions.slice(half))
    } else for (const [index, condition] of conditions.entries()) this.#matches.set(condition, matches?.[index] ?? null)
  }

  #conditions(audiences: readonly AudienceDescription[]): ColumnCondition[] {
    const bindings = new Set(audiences.flatMap((audience) => audience.bindings))
    return [...bindings].filter(({ tables }) => tables.includes(this.table)).flatMap((binding) => binding.conditions)
  }

  #unknownConditions(audiences: readonly AudienceDescription[]): ColumnCondition[] {
    return this.#conditions(audiences).filter((condition) => !this.#matches.has(condition))
  }

  async #nullOnError<T>(result: Promise<T>): Promise<T | null> {
    try {
      return await result
    } catch (error) {
      if (isConnectionLost(error)) throw error
      this.#logFailure('The visibility of changes could not be read', error)
      return null
    }
  }
}

const none: Matches = { now: new Set(), before: new Set() }

/** The query ran into its time limit. */
function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}
