import { firstDay, type JudgedNotice } from './warning.ts'

/** Columns with the dates of applications, also of kinds that only report them. */
const START = ['apply_start_date', 'application_start']
const END = ['apply_end_date', 'application_end']

/** @returns the columns that say when applications begin, the first one counting */
export function startColumns({ kind }: JudgedNotice): readonly string[] {
  return kind.application?.start ?? START
}

/** @returns the columns that say when applications end, the first one counting */
export function endColumns({ kind }: JudgedNotice): readonly string[] {
  return kind.application?.end ?? END
}

/** @returns the last day to apply, with its column and label; null without one */
export function lastDay(notice: JudgedNotice) {
  return firstDay(notice, endColumns(notice))
}
