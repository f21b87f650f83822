import { BackendError } from '#app/data/backend-error.ts'
import { isSlugTaken, mayBeStored, type RecordTable, type StoredRecord } from '#app/data/record-table.ts'
import { shownValues, textOf, type Fields, type FormValues } from '#domain/admin/form/field-value.ts'
import { changedRow, newRow, type FormErrors } from '#domain/admin/form/form-row.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { holdsRow, othersChanges } from '#domain/admin/form/stale-form.ts'
import { slugChoices } from '#domain/admin/slug.ts'

/** A row on its way to the database: until an answer comes, nobody knows whether it is stored. */
export type Attempt = Readonly<Record<string, unknown>> & { readonly slug: string }

export interface SaveContext {
  table: RecordTable
  fields: Fields
  /** The slug of a record whose heading gives none. */
  nameless: string
  /** Milliseconds since the epoch. */
  now: () => number
}

export type SaveOutcome =
  | { state: 'saved'; record: StoredRecord }
  /** Nothing was sent: these fields cannot be stored. */
  | { state: 'refused'; errors: FormErrors }
  /** Nothing was stored: somebody else has changed the record. */
  | { state: 'stale'; current: StoredRecord }

/** The record is not there any more, or not for who asked: the same to the database. */
export class RecordGone extends BackendError {
  constructor() {
    super(FORM.nothingReturned, { code: 'PGRST116', status: 406 })
  }
}

/** Slugs that one question asks about: as many as fit into an address. */
const SLUGS_PER_QUESTION = 20

/**
 * Stores a new record, once: its slug is unique, so a row whose answer was lost is sent again as it was, and a refusal of
 * its slug by the very same row tells that it had arrived. Source: docs/decisions/016
 *
 * @param memory.attempt a row of this form that may be stored already
 * @param memory.remember keeps the row that is on its way, or null as soon as its fate is known
 * @throws BackendError
 */
export async function createRecord(
  context: SaveContext,
  values: FormValues,
  memory: { attempt: Attempt | null; remember: (attempt: Attempt | null) => void },
): Promise<SaveOutcome> {
  const { row, errors } = newRow(context.fields, values, { now: context.now(), nameless: context.nameless })
  if (Object.keys(errors).length > 0) return { state: 'refused', errors }
  if (memory.attempt) {
    const stored = await settled(context.table, memory.attempt, memory.remember)
    if (stored) return updateRecord(context, { loaded: stored, values: sinceAttempt(values, stored) })
  }
  for await (const slug of freeSlugs(context, textOf(row, 'slug'), null)) {
    const attempt = { ...row, slug }
    const record = await sent(context.table, attempt, memory.remember)
    if (record) return { state: 'saved', record }
  }
  throw new BackendError(FORM.saveFailed, { code: '', status: 409 })
}

/**
 * Stores what an editor has changed, on the version that was loaded and on no other. A change that is stored already,
 * because its answer was lost, counts as saved.
 *
 * @param edit.before what the form showed of the loaded record, when not all of it
 * @throws BackendError; RecordGone when the record was deleted meanwhile
 */
export async function updateRecord(
  context: SaveContext,
  edit: { loaded: StoredRecord; values: FormValues },
): Promise<SaveOutcome> {
  const { table, fields, nameless } = context
  const { loaded, values } = edit
  const before = shownValues(fields, loaded)
  const { row, errors } = changedRow(fields, { before, values }, nameless)
  if (Object.keys(errors).length > 0) return { state: 'refused', errors }
  if (Object.keys(row).length === 0) return { state: 'saved', record: loaded }

  const record = await changed(context, loaded, row)
  if (record) return { state: 'saved', record }
  const current = await table.read(loaded.id)
  if (!current) throw new RecordGone()
  if (current.updated_at === loaded.updated_at)
    throw new BackendError(FORM.nothingReturned, { code: 'PGRST116', status: 406 })
  const { conflicts, theirs } = othersChanges(fields, { before, current: shownValues(fields, current), values })
  if (conflicts.length > 0 || theirs.length > 0) return { state: 'stale', current }
  return updateRecord(context, { loaded: current, values })
}

/** The slugs that nobody has yet, best first; asked for as they are needed. */
export async function* freeSlugs(
  { table, now }: Pick<SaveContext, 'table' | 'now'>,
  slug: string,
  ownId: number | null,
): AsyncGenerator<string> {
  const choices = slugChoices(slug, now())
  for (let from = 0; from < choices.length; from += SLUGS_PER_QUESTION) {
    const some = choices.slice(from, from + SLUGS_PER_QUESTION)
    const taken = await table.takenSlugs(some, ownId)
    yield* some.filter((choice) => !taken.has(choice))
  }
}

/** @returns null when somebody else was faster with the slug */
async function sent(
  table: RecordTable,
  attempt: Attempt,
  remember: (attempt: Attempt | null) => void,
): Promise<StoredRecord | null> {
  remember(attempt)
  try {
    const record = await table.insert(attempt)
    remember(null)
    return record
  } catch (error) {
    if (!mayBeStored(error)) remember(null)
    if (isSlugTaken(error)) return null
    throw error
  }
}

/** @returns what an attempt without an answer has become; null when it was not stored and cannot be any more */
async function settled(
  table: RecordTable,
  attempt: Attempt,
  remember: (attempt: Attempt | null) => void,
): Promise<StoredRecord | null> {
  const record = await sent(table, attempt, remember)
  if (record) return record
  remember(attempt)
  const stored = await table.readBySlug(attempt.slug)
  remember(null)
  return stored && holdsRow(stored, attempt) ? stored : null
}

/** @returns null when the row is not there in the version that was loaded */
async function changed(
  context: SaveContext,
  loaded: StoredRecord,
  row: Record<string, unknown>,
): Promise<StoredRecord | null> {
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

/** The form of a new record leaves to the save what it gets by itself; its attempt has it. */
function sinceAttempt(values: FormValues, { post_time: postTime, slug, ...stored }: StoredRecord): FormValues {
  const heading = 'title' in stored ? 'title' : 'name'
  const isCalledTheSame = values[heading] === stored[heading]
  return {
    ...values,
    ...(values['slug'] === '' && isCalledTheSame && typeof slug === 'string' && { slug }),
    ...(values['post_time'] === '' && typeof postTime === 'string' && { post_time: postTime }),
  }
}
