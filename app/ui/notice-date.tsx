import { cardDate, indianDay } from '#domain/dates.ts'

/** The day a notice was posted, short: '20 Nov'. */
export function NoticeDate({ timestamp }: { timestamp: string }) {
  return <time dateTime={indianDay(timestamp)}>{cardDate(timestamp)}</time>
}
