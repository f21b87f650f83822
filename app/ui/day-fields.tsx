import type { Day } from '#domain/dates.ts'

interface DayFieldsProps {
  /** Prefix of the ids of the fields. */
  id: string
  legend: string
  day?: Day
  isBirthday?: boolean
}

/**
 * A day as three fields for numbers, which are faster than a calendar for a birthday. They have no names: nothing of
 * them can be sent.
 */
export function DayFields({ id, legend, day, isBirthday = false }: DayFieldsProps) {
  const [year, month, date] = day?.split('-') ?? []
  const field = (name: 'day' | 'month' | 'year', value: string | undefined) => (
    <label>
      {LABELS[name]}
      <input
        id={`${id}-${name}`}
        className="field"
        inputMode="numeric"
        maxLength={name === 'year' ? 4 : 2}
        autoComplete={isBirthday ? `bday-${name}` : 'off'}
        aria-describedby={`${id}-error`}
        defaultValue={value}
      />
    </label>
  )
  return (
    <fieldset className="day-fields" id={id}>
      <legend>{legend}</legend>
      <div>
        {field('day', date)}
        {field('month', month)}
        {field('year', year)}
      </div>
      <p className="field-error" id={`${id}-error`} />
    </fieldset>
  )
}

const LABELS = { day: 'Day', month: 'Month', year: 'Year' }
