import { cardDate, indianDay } from '#domain/dates.ts'

/** The day a notice was posted, short: '20 Nov'. */
export function NoticeDate({ moment, text }: { moment: string; text?: string }) {
  return <time dateTime={indianDay(moment)}>{text ?? cardDate(moment)}</time>
}
