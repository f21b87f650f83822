import { BackendError } from '#app/data/backend-error.ts'
import { isSlugTaken, mayBeStored, type RecordTable, type StoredRecord } from '#app/data/record-table.ts'
import { shownValues, textOf, type Fields, type FormValues } from '#domain/admin/form/field-value.ts'
import { changedRow, newRow, type FormErrors, type RowValues } from '#domain/admin/form/form-row.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { holdsRow, othersChanges } from '#domain/admin/form/stale-form.ts'
import { slugChoices } from '#domain/admin/slug.ts'
import { dueTime, hasTime, isOverdue, type NoticePlan } from '#domain/content/publication.ts'
import { compareTimestamps, utcTimestamp } from '#domain/dates.ts'

/** A new row that was sent to the database; until a response arrives it is unknown whether it is stored. */
export interface Attempt {
  /** The act, a UUID, that adds the row: the history says which row an act has added. */
  readonly act: string
  readonly row: RowValues & { readonly slug: string }
}

export interface SaveContext {
  table: RecordTable
  /** The act, a UUID, that the changes of the table belong to. */
  act: string
  fields: Fields
  /** Slug of a record whose heading has neither letters nor digits. */
  nameless: string
  /** Milliseconds since the epoch. */
  now: () => number
}

export type SaveOutcome =
  | { state: 'saved'; record: StoredRecord }
  /** Nothing was sent, because these fields are invalid. */
  | { state: 'invalid'; errors: FormErrors }
  /** Nothing was stored, because another admin has changed the record. */
  | { state: 'stale'; current: StoredRecord }

/** The record is deleted or not visible to this user; the database does not distinguish the two. */
export class RecordGone extends BackendError {
  constructor() {
    super(FORM.nothingReturned, { code: 'PGRST116', status: 406 })
  }
}

/** Slugs in one request, so that its URL does not get too long. */
const SLUGS_PER_REQUEST = 20

/** What a form remembers about a new record. */
export interface NewRecordMemory {
  /** A row of this form whose response was lost; it may be stored already. */
  attempt: Attempt | null
  /** Called with the row before it is sent, and with null once its outcome is known. */
  remember: (attempt: Attempt | null) => void
  /** Called when the attempt is stored, with the values of the form for it, before what was typed since is sent. */
  onFound: (record: StoredRecord, values: FormValues) => void
  lost: LostChanges
}

/**
 * Stores a new record exactly once. A row whose response was lost is looked for by its act, and sent again unchanged only
 * when there is none. Source: docs/decisions/016
 *
 * @throws BackendError
 */
export async function createRecord(
  context: SaveContext,
  values: FormValues,
  memory: NewRecordMemory,
): Promise<SaveOutcome> {
  const { row, errors } = newRow(context.fields, values, { now: context.now(), nameless: context.nameless })
  if (Object.keys(errors).length > 0) return { state: 'invalid', errors }
  if (memory.attempt) {
    const stored = await retryAttempt(context.table, memory.attempt, memory.remember)
    if (stored) return saveSince(context, { stored, sent: memory.attempt.row, values }, memory)
  }
  for await (const slug of freeSlugs(context, textOf(row, 'slug'), null)) {
    const attempt = { act: context.act, row: { ...row, slug } }
    const record = await insertAttempt(context.table, attempt, memory.remember)
    if (record) return { state: 'saved', record }
  }
  throw new BackendError(FORM.saveFailed, { code: '', status: 409 })
}

/** The changes that a form has sent to a record and whose responses were lost: one of them may be stored. */
export interface LostChanges {
  sent: readonly RowValues[]
  /** Called with one more before it is sent, and again once its outcome is known. */
  remember: (sent: readonly RowValues[]) => void
}

/**
 * Stores the changed columns, only if the record still has the version that was loaded. A change that is stored
 * already, because its response was lost, counts as saved, and does not conflict with what was typed after it.
 *
 * @throws BackendError; RecordGone when the record was deleted meanwhile
 */
export async function updateRecord(
  context: SaveContext,
  edit: { loaded: StoredRecord; values: FormValues },
  lost: LostChanges,
): Promise<SaveOutcome> {
  const { table, fields, nameless } = context
  const { loaded, values } = edit
  const before = shownValues(fields, loaded)
  const { row, errors } = changedRow(fields, { before, values }, { now: context.now(), nameless })
  if (Object.keys(errors).length > 0) return { state: 'invalid', errors }
  const isUnchanged = Object.keys(row).length === 0
  // A notice whose planned time has passed is not any more what was loaded.
  if (isUnchanged && lost.sent.length === 0 && !isDue(loaded, context.now())) return { state: 'saved', record: loaded }

  // Former values that were typed again are to replace a change that may be stored.
  const sent = isUnchanged ? overdueChange(loaded, context.now()) : row
  const record = sent && (await rememberingChange(sent, lost, () => updateRow(context, loaded, sent)))
  if (record) return { state: 'saved', record }
  const current = await table.read(loaded.id)
  if (!current) throw new RecordGone()
  const own = lost.sent.find((change) => holdsRow(current, change))
  if (isUnchanged && !own) return { state: 'saved', record: current }
  if (current.updated_at === loaded.updated_at)
    throw new BackendError(FORM.nothingReturned, { code: 'PGRST116', status: 406 })
  const stored = shownValues(fields, current)
  const known = own ? { ...before, ...pick(stored, Object.keys(own)) } : before
  const { conflicts, theirs } = othersChanges(fields, { before: known, current: stored, values })
  const withState = columnsOfNewState({ before, current: stored, values })
  if (conflicts.length > 0 || theirs.some((column) => !withState.includes(column))) return { state: 'stale', current }
  const next = { loaded: current, values: { ...values, ...pick(stored, theirs) } }
  return updateRecord(context, next, { sent: [], remember: lost.remember })
}

/** @returns the change that a notice should have had by its plan; null when none is overdue */
function overdueChange(loaded: StoredRecord, now: number): RowValues | null {
  const { state, publish_at = null, hide_at = null } = loaded
  if (!isOverdue({ state, publish_at, hide_at } as NoticePlan, now)) return null
  return state === 'scheduled' ? { state: 'published', publish_at: null } : { state: 'hidden', hide_at: null }
}

function isDue({ state, publish_at = null, hide_at = null }: StoredRecord, now: number): boolean {
  const due = dueTime({ state, publish_at, hide_at } as NoticePlan)
  return due !== null && compareTimestamps(due, utcTimestamp(now)) <= 0
}

function pick(values: FormValues, columns: readonly string[]): FormValues {
  return Object.fromEntries(columns.map((column) => [column, values[column] ?? '']))
}

/** @returns the result of a change, which is remembered as long as it may be stored without that being known */
async function rememberingChange(
  row: RowValues,
  { sent, remember }: LostChanges,
  send: () => Promise<StoredRecord | null>,
): Promise<StoredRecord | null> {
  remember([...sent, row])
  try {
    const record = await send()
    remember(record ? [] : sent)
    return record
  } catch (error) {
    if (!mayBeStored(error)) remember(sent)
    throw error
  }
}

/** @returns the columns that the database sets by itself with a state, when the state that was chosen here is stored already */
function columnsOfNewState(versions: Record<'before' | 'current' | 'values', FormValues>): string[] {
  const { before, current, values } = versions
  const state = textOf(values, 'state')
  if (before['state'] === state || current['state'] !== state) return []
  const ended = (['publish_at', 'hide_at'] as const).filter((time) => !hasTime(state, time))
  return before['post_time'] === '' ? [...ended, 'post_time'] : ended
}

/** Yields the slugs that are not taken, in order of preference; requests them in batches as needed. */
export async function* freeSlugs(
  { table, now }: Pick<SaveContext, 'table' | 'now'>,
  slug: string,
  ownId: number | null,
): AsyncGenerator<string> {
  const choices = slugChoices(slug, now())
  for (let from = 0; from < choices.length; from += SLUGS_PER_REQUEST) {
    const batch = choices.slice(from, from + SLUGS_PER_REQUEST)
    const taken = await table.takenSlugs(batch, ownId)
    yield* batch.filter((choice) => !taken.has(choice))
  }
}

/**
 * @returns the stored record; null when another one has taken the slug meanwhile. The row itself may have taken it: by a request
 *   without an answer, or by one that the browser has sent a second time because its connection broke off
 */
async function insertAttempt(
  table: RecordTable,
  attempt: Attempt,
  remember: (attempt: Attempt | null) => void,
): Promise<StoredRecord | null> {
  remember(attempt)
  try {
    const record = await table.insert(attempt.row)
    remember(null)
    return record
  } catch (error) {
    if (!isSlugTaken(error)) {
      if (!mayBeStored(error)) remember(null)
      throw error
    }
  }
  const stored = await table.readAddedBy(attempt.act)
  remember(null)
  return stored
}

/** @returns the record that an attempt whose response was lost has stored, now or before; null when another record has its slug */
async function retryAttempt(
  table: RecordTable,
  attempt: Attempt,
  remember: (attempt: Attempt | null) => void,
): Promise<StoredRecord | null> {
  const earlier = await table.readAddedBy(attempt.act)
  if (!earlier) return insertAttempt(table, attempt, remember)
  remember(null)
  return earlier
}

/**
 * Stores what was typed since a new record was sent, which others may have changed meanwhile.
 *
 * @param edit.stored the record as it is now
 */
function saveSince(
  context: SaveContext,
  { stored, sent, values }: { stored: StoredRecord; sent: Attempt['row']; values: FormValues },
  { onFound, lost }: NewRecordMemory,
): Promise<SaveOutcome> {
  const isAsSent = holdsRow(stored, withoutPlan(sent, stored))
  // No stored record has the version '-infinity', so the update compares what was sent with what is stored.
  const loaded = isAsSent ? stored : { ...stored, ...sent, updated_at: '-infinity' }
  const edit = { loaded, values: sinceAttempt(values, loaded) }
  onFound(loaded, edit.values)
  return updateRecord(context, edit, isAsSent ? lost : { ...lost, sent: [sent] })
}

/** @returns the sent row, without the columns that the server has changed if it has carried out the plan of the notice meanwhile */
function withoutPlan(sent: Attempt['row'], stored: StoredRecord): RowValues {
  const isPlanned = Boolean(sent['publish_at'] ?? sent['hide_at'])
  if (!isPlanned || stored.state === sent['state']) return sent
  const { state: _state, publish_at: _publish, hide_at: _hide, post_time, ...others } = sent
  return { ...others, ...(post_time && { post_time }) }
}

/** @returns the updated record; null when the row no longer has the version that was loaded */
async function updateRow(context: SaveContext, loaded: StoredRecord, row: RowValues): Promise<StoredRecord | null> {
  if (!('slug' in row)) return context.table.update(loaded, row)
  for await (const slug of freeSlugs(context, textOf(row, 'slug'), loaded.id)) {
    try {
      return await context.table.update(loaded, { ...row, slug })
    } catch (error) {
      if (!isSlugTaken(error)) throw error
    }
  }
  throw new BackendError(FORM.saveFailed, { code: '', status: 409 })
}

/** Fills empty slug and post time from the record that an earlier attempt stored with generated ones. */
function sinceAttempt(values: FormValues, { post_time: postTime, slug, ...stored }: StoredRecord): FormValues {
  const heading = 'title' in stored ? 'title' : 'name'
  const isCalledTheSame = values[heading] === stored[heading]
  return {
    ...values,
    ...(values['slug'] === '' && isCalledTheSame && typeof slug === 'string' && { slug }),
    ...(values['post_time'] === '' && typeof postTime === 'string' && { post_time: postTime }),
  }
}

/** @returns the column of the constraint that the database names in the error message of a rejected row */
export function rejectedColumn(table: string, message: string): string | undefined {
  return new RegExp(`"(?:${table}|notice_plans)_(\\w+?)_(?:check|fkey)"`).exec(message)?.[1]
}
