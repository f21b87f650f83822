import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useStaffClient } from '#app/admin/session/session-context.tsx'
import { readChoice, type Choice } from '#app/data/reference-choices.ts'
import type { StaffClient } from '#app/data/staff-client.ts'
import type { ReferenceTable } from '#domain/admin/tabs.ts'

/** The rows that a form refers to, each read once: its field shows the name, the preview what a page shows of it. */
class KnownChoices {
  readonly #client: StaffClient
  readonly #choices = new Map<string, Choice | null>()
  readonly #asked = new Set<string>()
  readonly #listeners = new Set<() => void>()

  constructor(client: StaffClient) {
    this.#client = client
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @returns undefined as long as it is not known, null for a row that is gone */
  get(table: ReferenceTable, id: number): Choice | null | undefined {
    return this.#choices.get(`${table} ${id}`)
  }

  remember(table: ReferenceTable, id: number, choice: Choice | null): void {
    this.#choices.set(`${table} ${id}`, choice)
    for (const tell of this.#listeners) tell()
  }

  async ask(table: ReferenceTable, id: number): Promise<void> {
    const name = `${table} ${id}`
    if (this.#asked.has(name) || this.#choices.has(name)) return
    this.#asked.add(name)
    try {
      this.remember(table, id, await readChoice(this.#client, table, id))
    } catch (error) {
      console.warn('A referenced row could not be read', error)
      this.#asked.delete(name)
    }
  }
}

const ChoicesContext = createContext<KnownChoices | null>(null)

export function ChoicesProvider({ children }: { children: ReactNode }) {
  const client = useStaffClient()
  const [choices] = useState(() => new KnownChoices(client))
  return <ChoicesContext value={choices}>{children}</ChoicesContext>
}

export function useKnownChoices(): KnownChoices {
  const choices = useContext(ChoicesContext)
  if (!choices) throw new Error('No ChoicesProvider above')
  return choices
}

/**
 * @param value of a reference field
 * @returns the row it refers to; undefined without one or while it is read, null when it is gone
 */
export function useChoice(table: ReferenceTable, value: string): Choice | null | undefined {
  const choices = useKnownChoices()
  const id = Number(value)
  useEffect(() => {
    if (value) void choices.ask(table, id)
  }, [choices, table, id, value])
  return useSyncExternalStore(choices.subscribe, () => (value ? choices.get(table, id) : undefined))
}
