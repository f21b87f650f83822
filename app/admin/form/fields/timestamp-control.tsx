import { useState } from 'react'
import type { Control } from '#app/admin/form/use-record-form.ts'
import { serverNow } from '#app/data/server-time.ts'
import { PUBLICATION } from '#domain/admin/messages.ts'
import { formatPostTime, parsePostTime } from '#domain/admin/post-time.ts'
import { clockTime, indianDay, indianMinute, longDay } from '#domain/dates.ts'
import { CalendarButton } from './calendar-button.tsx'

/**
 * A typed day and time in India, whatever the time zone of the device, with a button that opens the browser's calendar. A
 * hint repeats the time in words, so that midnight is not mistaken for noon.
 */
export function TimestampControl({ field, value, change, input }: Control) {
  const timestamp = parsePostTime(value)
  const [opened] = useState(serverNow)
  const described = [input['aria-describedby'], `${input.id}-words`].filter(Boolean).join(' ')
  return (
    <>
      <div className="with-button">
        <input
          {...input}
          className="field"
          aria-describedby={described}
          value={value}
          autoComplete="off"
          placeholder={PUBLICATION.timeFormat}
          onChange={(event) => change(event.target.value)}
        />
        <CalendarButton
          type="datetime-local"
          label={field.label}
          // The calendar of Firefox chooses a day alone, which is no value as long as the time is empty.
          value={indianMinute(timestamp ?? opened)}
          onChange={(minute) => {
            const chosen = parsePostTime(minute)
            change(chosen === null ? '' : formatPostTime(chosen))
          }}
        />
      </div>
      <p className="hint" id={`${input.id}-words`}>
        {timestamp === null
          ? PUBLICATION.indianTime
          : `${longDay(indianDay(timestamp))}, ${clockTime(timestamp)}, ${PUBLICATION.indianTime}`}
      </p>
    </>
  )
}
