import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { readChoice, type Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'

/** Cache of the rows that a form refers to, for the names in its fields and for its preview. */
class ChoiceCache {
  readonly #choices = new Map<string, Choice | null>()
  readonly #requested = new Set<string>()
  readonly #listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @returns undefined while it is not loaded, null for a deleted row */
  get(table: ReferenceTable, id: number): Choice | null | undefined {
    return this.#choices.get(`${table} ${id}`)
  }

  set(table: ReferenceTable, id: number, choice: Choice | null): void {
    this.#choices.set(`${table} ${id}`, choice)
    for (const notify of this.#listeners) notify()
  }

  async load(table: ReferenceTable, id: number): Promise<void> {
    const key = `${table} ${id}`
    if (this.#requested.has(key) || this.#choices.has(key)) return
    this.#requested.add(key)
    try {
      this.set(table, id, await readAsAdmin((client) => readChoice(client, table, id)))
    } catch (error) {
      console.warn('A referenced row could not be read', error)
      this.#requested.delete(key)
    }
  }
}

const ChoicesContext = createContext<ChoiceCache | null>(null)

export function ChoicesProvider({ children }: { children: ReactNode }) {
  const [choices] = useState(() => new ChoiceCache())
  return <ChoicesContext value={choices}>{children}</ChoicesContext>
}

export function useChoiceCache(): ChoiceCache {
  const choices = useContext(ChoicesContext)
  if (!choices) throw new Error('No ChoicesProvider above')
  return choices
}

/**
 * @param value of a reference field
 * @returns the row that the field refers to; undefined without a value or while the row is loading, null when it is deleted
 */
export function useChoice(table: ReferenceTable, value: string): Choice | null | undefined {
  const choices = useChoiceCache()
  const id = Number(value)
  useEffect(() => {
    if (value) void choices.load(table, id)
  }, [choices, table, id, value])
  return useSyncExternalStore(choices.subscribe, () => (value ? choices.get(table, id) : undefined))
}
