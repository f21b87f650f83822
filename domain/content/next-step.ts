import { daysBetween, formatDay, relativeDay, type Day } from '#domain/dates.ts'
import { stageName, stages, timeline, type Recruitment, type Stage, type TimelineEvent } from './recruitment.ts'
import type { ContentKind } from './content-kind.ts'

/** What an applicant of a recruitment waits for. */
export interface NextStep {
  /** 'Next: Admit card' */
  label: string
  /** 'in 12 days, on 04-12-2026' */
  line: string
  /** Of a date; null while none has been announced, and when there is nothing left to wait for. */
  day: Day | null
  /** Whether something runs out on that day. */
  isDeadline: boolean
  isOver: boolean
  /** The notice that names the date, or the last stage. */
  notice: { kind: ContentKind; notice: Stage } | null
}

/**
 * The next thing that happens in a recruitment: its next date from today on, else the stage that is awaited after the last
 * one that is out, else nothing more. The day a notice was posted is no step.
 */
export function nextStep({ notices }: Pick<Recruitment, 'notices'>, today: Day): NextStep {
  const next = timeline(notices).find(({ day, isPosting }) => !isPosting && day >= today)
  if (next) return datedStep(next, today)
  const life = stages(notices).filter(({ kind }) => kind.table !== 'documents')
  const last = life.findLastIndex((stage) => stage.notices.length > 0)
  const awaited = life.slice(last + 1)[0]
  if (awaited) {
    const line = 'The date has not been announced yet'
    return {
      label: `Next: ${stageName(awaited.kind)}`,
      line,
      day: null,
      isDeadline: false,
      isOver: false,
      notice: null,
    }
  }
  const result = life[last]
  const notice = result?.notices[0]
  return {
    label: 'Every stage is out',
    line: 'No further date is known',
    day: null,
    isDeadline: false,
    isOver: true,
    notice: result && notice ? { kind: result.kind, notice } : null,
  }
}

function datedStep({ day, label, kind, notice }: TimelineEvent, today: Day): NextStep {
  const isDeadline = kind.dates.some((date) => date.label === label && date.deadline === true)
  const soon = daysBetween(today, day) < 2
  const when = relativeDay(day, today)
  const line = soon
    ? `${when.charAt(0).toUpperCase()}${when.slice(1)}, ${formatDay(day)}`
    : `${formatDay(day)}, ${when}`
  return { label: `Next: ${label}`, line, day, isDeadline, isOver: false, notice: { kind, notice } }
}
