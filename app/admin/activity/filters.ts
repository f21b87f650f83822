import type { ActivityFilters } from '#app/data/history.ts'
import { addDays, knownDay, type Day } from '#domain/dates.ts'
import { UUID } from '#domain/uuid.ts'

/** @returns the filters in an address, without a person or day that is none; both days are included, as days in India */
export function filtersIn(parameters: URLSearchParams): ActivityFilters {
  const given = (name: string) => parameters.get(name) || null
  const [first, last] = [knownDay(given('since')), knownDay(given('until'))]
  const person = given('person')
  return {
    person: person && UUID.test(person) ? person : null,
    table: given('table'),
    source: given('source'),
    operation: given('operation'),
    since: first && startOf(first),
    until: last && startOf(addDays(last, 1)),
  }
}

const startOf = (day: Day) => `${day}T00:00:00+05:30`
