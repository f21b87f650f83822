import { useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'

interface CalendarButtonProps {
  type: 'date' | 'datetime-local'
  /** Name of the field. */
  label: string
  /** In the format of HTML: YYYY-MM-DD, or YYYY-MM-DDTHH:MM; empty if none is chosen. */
  value: string
  onChange: (value: string) => void
}

/** Opens the browser's calendar for a field that is typed. */
export function CalendarButton({ type, label, value, onChange }: CalendarButtonProps) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="icon-button"
        tabIndex={-1}
        aria-label={`Choose ${label} in a calendar`}
        onClick={() => calendar.current?.showPicker()}
      >
        <Icon name="calendar" />
      </button>
      <input
        ref={calendar}
        className="calendar"
        type={type}
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
