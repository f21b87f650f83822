import type { Control } from '#app/admin/form/use-record-form.ts'
import { pastedDay, typedDay } from '#domain/admin/form/typed-day.ts'
import { formatDay } from '#domain/dates.ts'
import { CalendarButton } from './calendar-button.tsx'

/** A typed date, with a button that opens the browser's calendar. */
export function DateControl({ field, value, change, input }: Control) {
  return (
    <div className="with-button">
      <input
        {...input}
        className="field"
        value={value}
        inputMode="numeric"
        autoComplete="off"
        placeholder="DD-MM-YYYY"
        onChange={(event) => change(event.target.value)}
        onPaste={(event) => {
          const day = pastedDay(event.clipboardData.getData('text'))
          if (!day) return
          event.preventDefault()
          change(day)
        }}
      />
      <CalendarButton
        type="date"
        label={field.label}
        value={typedDay(value) ?? ''}
        onChange={(day) => change(day && formatDay(day))}
      />
    </div>
  )
}
