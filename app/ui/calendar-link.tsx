import { Icon } from './icon.tsx'

/** Links to a calendar file with the dates of a page. */
export function CalendarLink({ path }: { path: string }) {
  return (
    <a className="button" href={`${path}/calendar.ics`} download>
      <Icon name="calendar" />
      Add dates to my calendar
    </a>
  )
}
