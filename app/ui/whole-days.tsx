import { isDay } from '#domain/dates.ts'
import { StoredText } from './stored-text.tsx'

/** A text in which no date such as 24-11-2026 is broken at its hyphens. */
export function WholeDays({ text }: { text: string }) {
  return text.split(/(\d{2}-\d{2}-\d{4})/).map((part, position) => {
    const day = part.split('-').reverse().join('-')
    return isDay(day) ? (
      <time key={position} className="whole-day" dateTime={day}>
        {part}
      </time>
    ) : (
      part && <StoredText key={position} text={part} />
    )
  })
}
