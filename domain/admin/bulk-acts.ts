import { kindOfTable } from '#domain/content/registry.ts'
import { labelOf } from '#domain/content/choice.ts'
import { HIDDEN_STATUS, PUBLICATION_STATES, type NoticePlan } from '#domain/content/publication.ts'
import { compareTimestamps, dayAndTime, formatDay, indianDay } from '#domain/dates.ts'
import { BIN_DAYS } from '#domain/limits.ts'
import { hasQuickLink } from './columns.ts'
import { BULK, CONSEQUENCES } from './bulk-messages.ts'
import { postTimeOnDay } from './post-date.ts'
import { isContentTable, type AdminTab } from './tabs.ts'

/** What can be done to all selected rows. */
export type BulkAct = 'status' | 'quick link' | 'post date' | 'organization' | 'category' | 'check' | 'delete'

/** What an act reads of a selected row. Fields that its table lacks are undefined. */
export interface BulkRow {
  id: number
  updated_at?: string | undefined
  title: string
  status?: string | null | undefined
  is_active?: boolean | undefined
  /** What is planned for a notice; null for nothing. */
  plan?: NoticePlan | null | undefined
  is_quick_link?: boolean | null | undefined
  post_time?: string | null | undefined
  posted_at?: string | undefined
  organization_id?: number | null | undefined
  category_id?: number | null | undefined
  checked_at?: string | null | undefined
}

type Values = Partial<Omit<BulkRow, 'id' | 'title'>>

/** Of one row: the columns that an act stores, as they are and as they will be; of a deletion the version that goes. */
export interface BulkChange {
  id: number
  title: string
  before: Values
  after: Values
}

interface Given {
  value: string
  now: string
}

/** @returns the acts that a table offers, in the order of the menu */
export function actsOf(tab: AdminTab): BulkAct[] {
  return [
    ...(tab.statuses.length > 0 ? (['status'] as const) : []),
    ...(hasQuickLink(tab.table) ? (['quick link'] as const) : []),
    ...(isContentTable(tab.table) ? (['post date', 'organization', 'category', 'check'] as const) : []),
    'delete',
  ]
}

/**
 * @param value a status ('' for none), 'on' or 'off', a day, or the id of an organization or category ('' for none)
 * @param now ISO 8601
 * @returns what an act stores in a row; nothing for a deletion
 */
export function changeOf(act: BulkAct, row: BulkRow, { value, now }: Given): BulkChange {
  const { id, title } = row
  const after = valuesAfter(act, row, { value, now })
  const read = act === 'delete' ? ['updated_at'] : Object.keys(after)
  const before = Object.fromEntries(read.map((column) => [column, row[column as keyof Values] ?? null]))
  return { id, title, before, after }
}

function valuesAfter(act: BulkAct, row: BulkRow, { value, now }: Given): Values {
  if (act === 'status' && 'is_active' in row) return { is_active: value === 'active' }
  if (act === 'status') return { status: value || null, ...('plan' in row && { plan: planAfter(row.plan, value) }) }
  if (act === 'quick link') return { is_quick_link: value === 'on' }
  if (act === 'organization') return { organization_id: value ? Number(value) : null }
  if (act === 'category') return { category_id: value ? Number(value) : null }
  if (act === 'check') return { checked_at: now }
  if (act === 'post date' && row.posted_at && indianDay(row.posted_at) !== value)
    return { post_time: postTimeOnDay(row.posted_at, value) }
  return {}
}

/** A badge publishes at once, 'inactive' ends a schedule. Drafts stay drafts until they are published. */
function planAfter(plan: BulkRow['plan'], value: string): NoticePlan | null {
  if (!plan) return null
  if (value !== HIDDEN_STATUS) return { ...plan, state: 'published', status: value || null, publish_at: null }
  return plan.state === 'draft' ? plan : { ...plan, state: 'hidden', publish_at: null, hide_at: null }
}

/** @returns whether a change of a row would change anything */
export function changesAnything({ before, after }: BulkChange): boolean {
  const { plan: planBefore, ...was } = before
  const { plan: planThen, ...is } = after
  if (planBefore?.state !== planThen?.state) return true
  return Object.entries(is).some(([column, value]) => (was[column as keyof typeof was] ?? null) !== (value ?? null))
}

interface Meant {
  tab: AdminTab
  act: BulkAct
  /** As in changeOf. */
  value: string
  /** Those that will change. */
  rows: readonly BulkRow[]
  /** ISO 8601. */
  now: string
  count: (number: number) => string
}

/** @returns what follows from an act, one sentence each */
export function consequencesOf({ tab, act, value, rows, now, count }: Meant): string[] {
  const sentenceIf = (sentence: (many: number, what: string) => string, number: number) =>
    number > 0 ? [sentence(number, count(number))] : []
  const shown = rows.filter(isShown).length
  const isNotice = isContentTable(tab.table)
  if (act === 'delete') {
    const leaving = isNotice ? sentenceIf(CONSEQUENCES.leave, shown) : []
    const gone = isNotice && shown > 0 ? [CONSEQUENCES.gone(shown)] : []
    return [...leaving, ...gone, ...(isNotice ? [] : [CONSEQUENCES.used]), CONSEQUENCES.bin(BIN_DAYS)]
  }
  if (act === 'status') return statusConsequences({ tab, value, rows, now, sentenceIf })
  if (act === 'quick link' && tab.table === 'jobs')
    return value === 'on' ? sentenceIf(CONSEQUENCES.popular, shown) : sentenceIf(CONSEQUENCES.unpopular, shown)
  if (act === 'post date')
    return [CONSEQUENCES.order, ...(value > indianDay(now) ? [CONSEQUENCES.future(formatDay(value))] : [])]
  if (act === 'organization') return value && shown > 0 ? [CONSEQUENCES.organization] : []
  if (act === 'category') return value ? [CONSEQUENCES.category] : []
  return act === 'check' ? [CONSEQUENCES.checked] : []
}

function statusConsequences({ tab, value, rows, now, sentenceIf }: StatusMeant): string[] {
  const isShownAfter = value !== 'inactive'
  const changing = rows.filter((row) => isShown(row) !== isShownAfter).length
  if (!isContentTable(tab.table)) return sentenceIf(isShownAfter ? CONSEQUENCES.appear : CONSEQUENCES.leave, changing)
  const { home } = kindOfTable(tab.table)
  const isOnHome = (status: string | null | undefined) =>
    home !== undefined && status !== 'inactive' && (home.status === undefined || home.status === (status ?? ''))
  const before = rows.filter(({ status }) => isOnHome(status)).length
  return [
    ...sentenceIf(isShownAfter ? CONSEQUENCES.appear : CONSEQUENCES.leave, changing),
    ...(isShownAfter
      ? publishedPlans(rows, now)
      : [{ sentence: CONSEQUENCES.unplanned, of: rows.filter(hasTimes) }]
    ).flatMap(({ sentence, of }) => sentenceIf(sentence, of.length)),
    ...(isOnHome(value)
      ? sentenceIf(CONSEQUENCES.onHome, rows.length - before)
      : sentenceIf(CONSEQUENCES.offHome, before)),
  ]
}

interface StatusMeant extends Pick<Meant, 'tab' | 'value' | 'rows' | 'now'> {
  sentenceIf: (sentence: (many: number, what: string) => string, number: number) => string[]
}

/** What becomes of the times of notices that get a badge, which makes them public at once. */
function publishedPlans(rows: readonly BulkRow[], now: string) {
  const isLater = ({ posted_at: at }: BulkRow) => at !== undefined && compareTimestamps(at, now) > 0
  return [
    { sentence: CONSEQUENCES.early, of: rows.filter(({ plan }) => plan?.state === 'scheduled') },
    { sentence: CONSEQUENCES.hiddenLater, of: rows.filter((row) => hasTimes(row) && Boolean(row.plan?.hide_at)) },
    { sentence: CONSEQUENCES.postedLater, of: rows.filter((row) => !isShown(row) && isLater(row)) },
  ]
}

/** Whether something is planned for a notice at a time. */
function hasTimes({ plan }: BulkRow): boolean {
  return plan?.state === 'scheduled' || (plan?.state === 'published' && Boolean(plan.hide_at))
}

function isShown({ status, is_active: isActive }: BulkRow): boolean {
  return isActive ?? status !== 'inactive'
}

/** @returns the status of a row as a preview says it; of a notice that is not public yet what is planned */
export function statusText({
  status,
  is_active: isActive,
  plan,
}: Pick<BulkRow, 'status' | 'is_active' | 'plan'>): string {
  if (isActive !== undefined) return isActive ? 'active' : 'inactive'
  if (status !== HIDDEN_STATUS || (plan?.state !== 'draft' && plan?.state !== 'scheduled')) return status || BULK.empty
  const state = labelOf(PUBLICATION_STATES, plan.state)
  return plan.publish_at ? BULK.from(state, dayAndTime(plan.publish_at)) : state
}
