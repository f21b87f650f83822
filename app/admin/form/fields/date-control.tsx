import { useRef } from 'react'
import type { Control } from '#app/admin/form/use-record-form.ts'
import { Icon } from '#app/ui/icon.tsx'
import { pastedDay, typedDay } from '#domain/admin/form/typed-day.ts'
import { formatDay } from '#domain/dates.ts'

/** A typed date, with a button that opens the browser's calendar. */
export function DateControl({ field, value, change, input }: Control) {
  const calendar = useRef<HTMLInputElement>(null)
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
      <button
        type="button"
        className="icon-button"
        tabIndex={-1}
        aria-label={`Choose ${field.label} in a calendar`}
        onClick={() => calendar.current?.showPicker()}
      >
        <Icon name="calendar" />
      </button>
      <input
        ref={calendar}
        className="calendar"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={typedDay(value) ?? ''}
        onChange={(event) => change(event.target.value && formatDay(event.target.value))}
      />
    </div>
  )
}
