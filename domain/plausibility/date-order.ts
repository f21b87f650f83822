import { formatDay } from '#domain/dates.ts'
import { endColumns, lastDay, startColumns } from './application-dates.ts'
import { PLAUSIBILITY } from './messages.ts'
import { dayIn, firstDay, labelOf, type JudgedNotice, type Rule, type Warning } from './warning.ts'

/** Columns of one period that are not named alike. */
const FURTHER_PERIODS = [['admit_card_available_date', 'admit_card_download_last_date']]

/** A period ends before it starts. One day is a period. Source: docs/behaviour/plausibility.md#dates */
export const endBeforeStart: Rule = (notice) =>
  periodsOf(notice).flatMap(([starts, ends]) => {
    const [start, end] = [firstDay(notice, starts), firstDay(notice, ends)]
    return start && end && end.day < start.day ? [earlier(end, start)] : []
  })

/** The fee is due before applications begin or after they end. Source: docs/behaviour/plausibility.md#dates */
export const feeOutsideWindow: Rule = (notice) => {
  const fee = firstDay(notice, ['fee_payment_date'])
  if (!fee) return []
  const [start, end] = [firstDay(notice, startColumns(notice)), lastDay(notice)]
  if (start && fee.day < start.day) return [earlier(fee, start)]
  if (!end || fee.day <= end.day) return []
  return [{ field: fee.column, message: PLAUSIBILITY.later(named(fee), named(end)) }]
}

/** An exam is held while one can still apply. Source: docs/behaviour/plausibility.md#dates */
export const examBeforeLastDay: Rule = (notice) => {
  const end = lastDay(notice)
  if (!end) return []
  return examColumns(notice).flatMap((column) => {
    const day = dayIn(notice, column)
    return day && day < end.day ? [earlier({ column, label: labelOf(notice, column), day }, end)] : []
  })
}

type Dated = NonNullable<ReturnType<typeof firstDay>>

function earlier(date: Dated, than: Dated): Warning {
  return { field: date.column, message: PLAUSIBILITY.earlier(named(date), named(than)) }
}

function named({ label, day }: Dated): string {
  return `${label} (${formatDay(day)})`
}

/** Columns that start and end a period: those of applications, and all that are named alike. */
function periodsOf(notice: JudgedNotice): [starts: readonly string[], ends: readonly string[]][] {
  const applications = [startColumns(notice), endColumns(notice)] as const
  const alike = Object.keys(notice.fields)
    .filter((column) => /_end(_date)?$/.test(column) && !endColumns(notice).includes(column))
    .map((end) => [end.replace(/_end(?=_date$|$)/, '_start'), end])
  return [
    [...applications],
    ...[...alike, ...FURTHER_PERIODS].map(([start = '', end = '']): [string[], string[]] => [[start], [end]]),
  ]
}

function examColumns({ kind }: JudgedNotice): string[] {
  return [...new Set(kind.dates.filter(({ type }) => type === 'exam').flatMap(({ fields }) => fields))]
}
