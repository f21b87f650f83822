import { capitalized } from '#domain/capitalized.ts'
import { daysBetween, formatDay, relativeDay, type Day } from '#domain/dates.ts'
import { stageName, stages, timeline, type Recruitment, type Stage, type TimelineEvent } from './recruitment.ts'
import type { ContentKind } from './content-kind.ts'

/** The next step in a recruitment that applicants wait for. */
export interface NextStep {
  /** 'Next: Admit card' */
  label: string
  /** '04-12-2026, in 12 days', 'Tomorrow, 23-11-2026', or that no date is known */
  line: string
  /** Day of the step; null while none has been announced, and when there is no further step. */
  day: Day | null
  /** Whether the day is a deadline. */
  isDeadline: boolean
  isOver: boolean
  /** The notice with the date, or that of the last published stage. */
  notice: { kind: ContentKind; notice: Stage } | null
}

/**
 * Finds the next step in a recruitment: its next date from today on, else the awaited stage after the last published
 * one, else none. The day on which a notice was posted is no step.
 */
export function nextStep({ notices }: Pick<Recruitment, 'notices'>, today: Day): NextStep {
  const next = timeline(notices).find(({ day, isPosting }) => !isPosting && day >= today)
  if (next) return datedStep(next, today)
  const life = stages(notices).filter(({ kind }) => kind.stage)
  const last = life.findLastIndex((stage) => stage.notices.length > 0)
  const awaited = life.slice(last + 1)[0]
  if (awaited) {
    const usually = awaited.kind.stage?.usually
    const line = `The date has not been announced yet.${usually ? ` ${usually}` : ''}`
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
  const line = soon ? `${capitalized(when)}, ${formatDay(day)}` : `${formatDay(day)}, ${when}`
  return { label: `Next: ${label}`, line, day, isDeadline, isOver: false, notice: { kind, notice } }
}
