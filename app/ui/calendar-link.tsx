import { Icon } from './icon.tsx'

/** Hands the dates of a page to the reader's own calendar. */
export function CalendarLink({ path }: { path: string }) {
  return (
    <a className="button" href={`${path}/calendar.ics`} download>
      <Icon name="calendar" />
      Add dates to my calendar
    </a>
  )
}
