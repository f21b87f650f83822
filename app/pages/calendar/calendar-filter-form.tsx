import { CALENDAR_FACETS, DATED_KINDS, type CalendarFilter } from '#domain/calendar-address.ts'
import { DATE_TYPES } from '#domain/content/date-types.ts'
import { FACETS } from '#domain/content/filters.ts'

/** Chooses which dates are shown; it leads to the same period. Without `autocomplete` off, Firefox restores choices that were not applied. */
export function CalendarFilterForm({ filter }: { filter: CalendarFilter }) {
  return (
    <form className="calendar-filter" autoComplete="off">
      <label>
        Dates
        <select className="field" name="type" defaultValue={filter.type ?? ''}>
          <option value="">All dates</option>
          {Object.entries(DATE_TYPES).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Of
        <select className="field" name="kind" defaultValue={filter.kind ?? ''}>
          <option value="">All notices</option>
          {DATED_KINDS.map(({ table, tabLabel }) => (
            <option key={table} value={table}>
              {tabLabel}
            </option>
          ))}
        </select>
      </label>
      {CALENDAR_FACETS.map((facet) => (
        <label key={facet}>
          {FACETS[facet].label}
          <select className="field" name={facet} defaultValue={filter.facts[facet] ?? ''}>
            <option value="">Any</option>
            {FACETS[facet].choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button className="button" type="submit">
        Show
      </button>
    </form>
  )
}
