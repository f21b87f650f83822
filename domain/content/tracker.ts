import { formatDay, type Day } from '#domain/dates.ts'
import type { ContentKind, DateRow } from './content-kind.ts'
import { stageName, stages, timeline, type Stage, type TimelineEvent } from './recruitment.ts'
import { CONTENT_KINDS } from './registry.ts'
import { applicationDates } from './shared-rows.ts'

/** A step of a recruitment: a stage with its notices, or the days of the application or the exams. */
export interface TrackerStep {
  /** 'Admit card', 'Application', 'Exam' */
  name: string
  notices: { kind: ContentKind; notice: Stage }[]
  /** '18-07-2026 to 18-08-2026'; null for stages. */
  days: string | null
  isReached: boolean
  /** Whether the recruitment is at this step today. */
  isHere: boolean
  /** When an awaited stage usually comes. */
  usually: string | null
}

/** Steps that are not notices of their own, with their place among the stages of the kinds. */
const APPLICATION = { name: 'Application', order: 2.5 }
const EXAM = { name: 'Exam', order: 4.5 }

const APPLICATION_FIELDS = new Set(applicationDates().flatMap(({ fields }) => fields))
/** The first and the last day to apply. */
const OPEN_FIELDS = new Set(
  CONTENT_KINDS.flatMap(({ application }) => (application ? [...application.start, ...application.end] : [])),
)

/**
 * Lists the steps of a recruitment in their order. It is at the step of its latest event until today; further reading,
 * such as a syllabus, is no step to be at. Source: docs/behaviour/notices.md#steps-of-a-recruitment
 */
export function trackerSteps(notices: readonly Stage[], today: Day): TrackerStep[] {
  const events = timeline(notices)
  const here = events
    .filter((event) => event.day <= today && isPlace(event, notices))
    .toSorted((one, other) => one.day.localeCompare(other.day) || Number(other.isPosting) - Number(one.isPosting))
    .at(-1)
  const hereName = here && nameOf(here)
  const ofKinds = stages(notices).map(({ kind, notices: published }) => ({
    order: kind.stage?.order ?? Infinity,
    name: stageName(kind),
    notices: published.map((notice) => ({ kind, notice })),
    days: null,
    isReached: published.length > 0,
    usually: published.length > 0 ? null : (kind.stage?.usually ?? null),
  }))
  const ofDays = [APPLICATION, EXAM].flatMap(({ name, order }) => {
    const days = events.filter((event) => areShown(event, name)).map(({ day }) => day)
    const [first] = days
    return first
      ? [{ order, name, notices: [], days: daysText(name, days), isReached: first <= today, usually: null }]
      : []
  })
  return [...ofKinds, ...ofDays]
    .toSorted((one, other) => one.order - other.order)
    .map(({ order: _order, ...step }) => ({ ...step, isHere: step.name === hereName }))
}

/** A stage that was only announced, and of which no notice is out yet, is no step to be at. */
function isPlace(event: TimelineEvent, notices: readonly Stage[]): boolean {
  const { kind } = event
  const announced = announcedStage(event)
  return (
    kind.stage !== undefined &&
    (kind.application ?? kind.action) !== undefined &&
    (!announced || notices.some(({ table }) => table === announced.table))
  )
}

/** @returns the name of the step that an event belongs to */
function nameOf(event: TimelineEvent): string {
  const row = rowOf(event)
  if (row?.type === 'exam') return EXAM.name
  if (row?.fields.some((field) => APPLICATION_FIELDS.has(field))) return APPLICATION.name
  return stageName(announcedStage(event) ?? event.kind)
}

function rowOf({ kind, label, isPosting }: TimelineEvent): DateRow | undefined {
  return isPosting ? undefined : kind.dates.find((each) => each.label === label)
}

/** @returns the kind of the stage whose day another notice announces: a job has a date 'Admit card' */
function announcedStage(event: TimelineEvent): ContentKind | undefined {
  return rowOf(event) && CONTENT_KINDS.find((kind) => kind.stage && stageName(kind) === event.label)
}

/** The days in the line of a step; for the application those of the fee and of corrections are left out. */
function areShown(event: TimelineEvent, name: string): boolean {
  return (
    nameOf(event) === name &&
    (name !== APPLICATION.name || rowOf(event)?.fields.some((field) => OPEN_FIELDS.has(field)) === true)
  )
}

/** @param days in their order; applications of several notices are one period, from the first day to the last one */
function daysText(name: string, days: readonly Day[]): string {
  const shown = [...new Set(days)].map(formatDay)
  return name === APPLICATION.name ? [...new Set([shown[0], shown.at(-1)])].join(' to ') : shown.join(', ')
}
