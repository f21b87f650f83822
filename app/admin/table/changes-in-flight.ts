import type { AdminTable } from '#domain/admin/tabs.ts'
import type { RowChange } from './row-change.ts'

/** A change of rows that was submitted and not answered yet. */
interface Flight {
  /** Number of its act: later ones have greater numbers. */
  number: number
  table: AdminTable
  ids: readonly number[]
  change: RowChange
  answered: Promise<void>
  end: () => void
}

/** In the order of submission. They are noted before the router runs the action. */
let flights: readonly Flight[] = []

const flightsOf = (table: AdminTable, id: number) =>
  flights.filter((flight) => flight.table === table && flight.ids.includes(id))

/** Whether a change does to a row what another one does, so that a double click or a held key needs no second request. */
function isSame(one: RowChange, other: RowChange, id: number): boolean {
  const effect = ({ name, fields, reassignTo, each }: RowChange) =>
    JSON.stringify([name, fields, reassignTo, each?.find((row) => row.id === id)?.after])
  return effect(one) === effect(other)
}

/** @returns the rows for which no such change is the last one of its name that is in flight */
export function withoutRepeated(table: AdminTable, change: RowChange, ids: readonly number[]): number[] {
  return ids.filter((id) => {
    const last = flightsOf(table, id).findLast((flight) => flight.change.name === change.name)
    return !last || !isSame(last.change, change, id)
  })
}

export function beginFlight(flight: Omit<Flight, 'answered' | 'end'>): void {
  let end = () => {}
  const answered = new Promise<void>((resolve) => (end = resolve))
  flights = [...flights, { ...flight, answered, end }]
}

export function endFlight(number: number): void {
  const ended = flights.find((flight) => flight.number === number)
  flights = flights.filter((flight) => flight !== ended)
  ended?.end()
}

/**
 * Waits until earlier changes with the same name of the same rows are answered: of two requests that are sent at the same
 * time, the first one may be stored last.
 */
export async function earlierAnswered(number: number): Promise<void> {
  const own = flights.find((flight) => flight.number === number)
  if (!own) return
  const earlier = flights.filter(
    (flight) =>
      flight.number < number &&
      flight.table === own.table &&
      flight.change.name === own.change.name &&
      flight.ids.some((id) => own.ids.includes(id)),
  )
  await Promise.all(earlier.map(({ answered }) => answered))
}

export function isInFlight(table: AdminTable, id: number): boolean {
  return flightsOf(table, id).length > 0
}

export function isChanging(table: AdminTable): boolean {
  return flights.some((flight) => flight.table === table)
}

/** Waits until no change of a row is in flight, so that a read of it includes them all. An undo may follow a change. */
export async function changesAnswered(table: AdminTable, id: number): Promise<void> {
  for (let open = flightsOf(table, id); open.length > 0; open = flightsOf(table, id))
    await Promise.all(open.map(({ answered }) => answered))
}
