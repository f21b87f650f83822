import { cardDate, indianDay } from '#domain/dates.ts'

/** The day a notice was posted, short: '20 Nov'. */
export function NoticeDate({ moment }: { moment: string }) {
  return <time dateTime={indianDay(moment)}>{cardDate(moment)}</time>
}
