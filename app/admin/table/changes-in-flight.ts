import type { AdminTable } from '#domain/admin/tabs.ts'
import type { RowChange } from './row-change.ts'

/** A change of rows that was submitted and not answered yet. */
interface ChangeInFlight {
  /** Number of its act: later ones have greater numbers. */
  number: number
  table: AdminTable
  ids: readonly number[]
  change: RowChange
  answered: Promise<void>
  end: () => void
}

/** In the order of submission. They are noted before the router runs the action. */
let inFlight: readonly ChangeInFlight[] = []

const inFlightOf = (table: AdminTable, id: number) =>
  inFlight.filter((sent) => sent.table === table && sent.ids.includes(id))

/** Whether a change does to a row what another one does, so that a double click or a held key needs no second request. */
function isSame(one: RowChange, other: RowChange, id: number): boolean {
  const effect = ({ name, fields, reassignTo, each }: RowChange) =>
    JSON.stringify([name, fields, reassignTo, each?.find((row) => row.id === id)?.after])
  return effect(one) === effect(other)
}

/** @returns the rows for which no such change is the last one of its name that is in flight */
export function withoutRepeated(table: AdminTable, change: RowChange, ids: readonly number[]): number[] {
  return ids.filter((id) => {
    const last = inFlightOf(table, id).findLast((sent) => sent.change.name === change.name)
    return !last || !isSame(last.change, change, id)
  })
}

export function noteInFlight(sent: Omit<ChangeInFlight, 'answered' | 'end'>): void {
  let end = () => {}
  const answered = new Promise<void>((resolve) => (end = resolve))
  inFlight = [...inFlight, { ...sent, answered, end }]
}

export function noteAnswered(number: number): void {
  const ended = inFlight.find((sent) => sent.number === number)
  inFlight = inFlight.filter((sent) => sent !== ended)
  ended?.end()
}

/**
 * Waits until earlier changes with the same name of the same rows are answered: of two requests that are sent at the same
 * time, the first one may be stored last.
 */
export async function earlierAnswered(number: number): Promise<void> {
  const own = inFlight.find((sent) => sent.number === number)
  if (!own) return
  const earlier = inFlight.filter(
    (sent) =>
      sent.number < number &&
      sent.table === own.table &&
      sent.change.name === own.change.name &&
      sent.ids.some((id) => own.ids.includes(id)),
  )
  await Promise.all(earlier.map(({ answered }) => answered))
}

export function isInFlight(table: AdminTable, id: number): boolean {
  return inFlightOf(table, id).length > 0
}

export function isChanging(table: AdminTable): boolean {
  return inFlight.some((sent) => sent.table === table)
}

/** Waits until no change of a row is in flight, so that a read of it includes them all. An undo may follow a change. */
export async function changesAnswered(table: AdminTable, id: number): Promise<void> {
  for (let open = inFlightOf(table, id); open.length > 0; open = inFlightOf(table, id))
    await Promise.all(open.map(({ answered }) => answered))
}
