import { describe, expect, test } from 'vitest'
import { BackendError } from '#app/data/backend-error.ts'
import type { RecordTable, StoredRecord } from '#app/data/record-table.ts'
import { shownValues, startValues, type FormValues } from '#domain/admin/form/field-value.ts'
import type { RowValues } from '#domain/admin/form/form-row.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { createRecord, RecordGone, updateRecord, type Attempt, type LostChanges } from './save-record.ts'

const fields = fieldsOf('jobs')
const now = Date.parse('2026-11-20T18:31:00Z')

const noResponse = () => new BackendError('TypeError: Failed to fetch', { code: '', status: 0 })
const slugTaken = () =>
  new BackendError('duplicate key value violates unique constraint "jobs_slug_key"', { code: '23505', status: 409 })

type Call = 'insert' | 'update' | 'takenSlugs' | 'read' | 'readAddedBy'

const ACT = '0d3f6a53-7a0c-4b8e-9a56-0a4a1f4f2b11'

/** Fake table in memory, with unique slugs and a version (`updated_at`) of each row; calls can be made to fail. What is inserted belongs to one act. */
function tableOf(...slugs: string[]) {
  const rows: StoredRecord[] = []
  const added: number[] = []
  const calls: Call[] = []
  const plannedFailures: { call: Call; when: 'before' | 'after'; error: () => Error }[] = []
  let version = 0

  async function during<T>(call: Call, work: () => T): Promise<T> {
    calls.push(call)
    const index = plannedFailures.findIndex((planned) => planned.call === call)
    const planned = index === -1 ? undefined : plannedFailures.splice(index, 1)[0]
    if (!planned) return work()
    try {
      if (planned.when === 'after') work()
    } catch {
      // The response is lost, even if it was an error.
    }
    throw planned.error()
  }
  const stamp = () => `2026-11-20T10:00:00.${String(++version).padStart(6, '0')}+00:00`
  function store(row: RowValues) {
    if (rows.some(({ slug }) => slug === row['slug'])) throw slugTaken()
    const record: StoredRecord = { id: rows.length + 1, slug: 'a', created_at: stamp(), updated_at: stamp(), ...row }
    rows.push(record)
    return { ...record }
  }
  const table: RecordTable = {
    read: (id) => during('read', () => rows.find((row) => row.id === id) ?? null),
    readAddedBy: (act) =>
      during('readAddedBy', () => (act === ACT && rows.find(({ id }) => id === added.at(-1))) || null),
    takenSlugs: (wanted, ownId) =>
      during('takenSlugs', () => {
        const others = rows.filter(({ id }) => id !== ownId).map((row) => String(row['slug']))
        return new Set(wanted.filter((slug) => others.includes(slug)))
      }),
    insert: (row) =>
      during('insert', () => {
        const record = store(row)
        added.push(record.id)
        return record
      }),
    update: ({ id, updated_at }, changes) =>
      during('update', () => {
        if (rows.some((row) => row.id !== id && row['slug'] === changes['slug'])) throw slugTaken()
        const row = rows.find((candidate) => candidate.id === id && candidate.updated_at === updated_at)
        return row ? { ...Object.assign(row, changes, { updated_at: stamp() }) } : null
      }),
  }
  for (const slug of slugs) store({ ...startRow, title: slug, slug })
  return {
    table,
    rows,
    calls,
    addElsewhere: store,
    fail: (...planned: typeof plannedFailures) => plannedFailures.push(...planned),
  }
}

const startRow = { status: 'active', post_time: '20/11/2026 9:05 AM', is_featured: false, is_quick_link: false }
const titled = (title: string, more: FormValues = {}): FormValues => ({ ...startValues(fields), title, ...more })

/** A form that remembers its attempt between saves. */
function formOn(table: RecordTable) {
  let attempt: Attempt | null = null
  let found: StoredRecord | null = null
  const lost: LostChanges = { sent: [], remember: (next) => void (lost.sent = next) }
  const context = { table, act: ACT, fields, nameless: 'job', now: () => now }
  return {
    attempt: () => attempt,
    /** The record that an attempt turned out to have stored. */
    found(): StoredRecord {
      if (!found) throw new Error('No record was found')
      return found
    },
    create: (values: FormValues) =>
      createRecord(context, values, {
        attempt,
        remember: (next) => void (attempt = next),
        onFound: (record) => void (found = { ...record }),
        lost,
      }),
    update: (loaded: StoredRecord, changes: FormValues) =>
      updateRecord(context, { loaded, values: { ...shownValues(fields, loaded), ...changes } }, lost),
  }
}

function first(rows: StoredRecord[]): StoredRecord {
  const [row] = rows
  if (!row) throw new Error('There is no row')
  return { ...row }
}

describe('a new record', () => {
  test('a new record is stored with the slug of its title', async () => {
    const { table, rows } = tableOf()
    expect(await formOn(table).create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { slug: 'ssc-cgl' } })
    expect(rows).toMatchObject([{ title: 'SSC CGL', post_time: '21/11/2026 12:01 AM' }])
  })

  test('an invalid new record is not sent', async () => {
    const { table, calls } = tableOf()
    expect(await formOn(table).create(titled(''))).toEqual({
      state: 'invalid',
      errors: { title: 'Title must not be empty' },
    })
    expect(calls).toEqual([])
  })

  test('a new record takes the next free slug suffix', async () => {
    const { table } = tableOf('ssc-cgl', 'ssc-cgl-1', 'ssc-cgl-3')
    expect(await formOn(table).create(titled('SSC CGL'))).toMatchObject({ record: { slug: 'ssc-cgl-2' } })
  })

  test('a new record takes a timestamp as slug suffix after 100 taken ones', async () => {
    const suffixed = Array.from({ length: 100 }, (_, index) => `ssc-cgl-${index + 1}`)
    const { table } = tableOf('ssc-cgl', ...suffixed)
    expect(await formOn(table).create(titled('SSC CGL'))).toMatchObject({ record: { slug: `ssc-cgl-${now}` } })
  })

  test('a new record takes the next slug suffix when another insert took its slug first', async () => {
    const { table, rows, fail } = tableOf()
    fail({ call: 'insert', when: 'before', error: slugTaken }, { call: 'insert', when: 'before', error: slugTaken })
    expect(await formOn(table).create(titled('SSC CGL'))).toMatchObject({ record: { slug: 'ssc-cgl-2' } })
    expect(rows).toHaveLength(1)
  })
})

describe('a new record whose response was lost', () => {
  test('a new record that was stored, but whose response was lost, is found when it is saved again', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'after', error: noResponse })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    expect(form.attempt()).toMatchObject({ act: ACT, row: { slug: 'ssc-cgl' } })
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { id: 1, slug: 'ssc-cgl' } })
    expect(rows).toHaveLength(1)
    expect(form.attempt()).toBe(null)
  })

  test('a new record is found when its slug is taken by its own row, also when asking for that row fails at first', async () => {
    const { table, rows, fail } = tableOf('ssc-cgl')
    const form = formOn(table)
    fail(
      { call: 'insert', when: 'after', error: slugTaken },
      { call: 'readAddedBy', when: 'before', error: noResponse },
    )
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { slug: 'ssc-cgl-1' } })
    fail({ call: 'insert', when: 'after', error: slugTaken })
    expect(await formOn(table).create(titled('SSC GD'))).toMatchObject({ state: 'saved', record: { slug: 'ssc-gd' } })
    expect(rows.map(({ slug }) => slug)).toEqual(['ssc-cgl', 'ssc-cgl-1', 'ssc-gd'])
  })

  test('a new record whose request was lost is stored once when it is saved again', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'before', error: noResponse })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { id: 1 } })
    expect(rows).toHaveLength(1)
  })

  test('a new record whose response was lost gets later input when it is saved again', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'after', error: noResponse })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    await form.create(titled('SSC CGL 2026', { fee_general: '0' }))
    expect(rows).toMatchObject([
      { id: 1, title: 'SSC CGL 2026', slug: 'ssc-cgl-2026', fee_general: 0, post_time: '21/11/2026 12:01 AM' },
    ])
  })

  test('a new record is found, although what was typed since gets no response', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'after', error: noResponse })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    fail({ call: 'update', when: 'after', error: noResponse })
    await expect(form.create(titled('SSC CGL', { location: 'Goa' }))).rejects.toThrow('Failed to fetch')
    expect(form.found()).toMatchObject({ id: 1, slug: 'ssc-cgl' })
    expect(await form.update(form.found(), { location: 'Bihar' })).toMatchObject({ state: 'saved' })
    expect(rows).toMatchObject([{ id: 1, location: 'Bihar' }])
  })

  test('a new record is stored once even if several responses are lost', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    for (const call of ['insert', 'readAddedBy', 'readAddedBy'] as const) {
      fail({ call, when: 'after', error: noResponse })
      await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    }
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { id: 1 } })
    expect(rows).toHaveLength(1)
  })

  test('a new record whose request was lost gets another slug when its own was taken meanwhile', async () => {
    const { table, rows, fail, addElsewhere } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'before', error: noResponse })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    addElsewhere({ ...startRow, title: 'Another', slug: 'ssc-cgl' })
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ record: { id: 2, slug: 'ssc-cgl-1' } })
    expect(rows).toHaveLength(2)
  })

  test.each([
    ['as it was sent', {}, { state: 'saved', record: { id: 1, title: 'Renamed', slug: 'renamed' } }],
    ['with a change of the same field', { title: 'Mine' }, { state: 'stale', current: { id: 1, title: 'Renamed' } }],
    ['with a change of another field', { location: 'Goa' }, { state: 'stale', current: { id: 1, title: 'Renamed' } }],
  ])(
    'a new record whose response was lost, and that another admin has changed since, is found %s',
    async (...given) => {
      const [, typedSince, outcome] = given
      const { table, rows, fail } = tableOf()
      const form = formOn(table)
      fail({ call: 'insert', when: 'after', error: noResponse })
      await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
      await table.update(first(rows), { title: 'Renamed', slug: 'renamed' })
      expect(await form.create(titled('SSC CGL', typedSince))).toMatchObject(outcome)
      expect(form.attempt()).toBe(null)
      expect(rows).toMatchObject([{ id: 1, title: 'Renamed', slug: 'renamed' }])
    },
  )

  test('a new record that another admin has deleted since is stored again', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'after', error: noResponse })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    rows.pop()
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { slug: 'ssc-cgl' } })
    expect(rows).toHaveLength(1)
  })

  const planned = { state: 'scheduled', publish_at: '25/11/2026 10:00 AM', hide_at: '30/11/2026 10:00 AM' }
  test.each([
    ['published', { state: 'published', publish_at: null, post_time: '25/11/2026 10:00 AM' }],
    ['hidden', { state: 'hidden', publish_at: null, hide_at: null, post_time: '25/11/2026 10:00 AM' }],
  ])('a scheduled record whose response was lost, and that was %s at its time, is found', async (state, since) => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'after', error: noResponse })
    await expect(form.create(titled('SSC CGL', planned))).rejects.toThrow('Failed to fetch')
    Object.assign(rows[0] ?? {}, since)
    await form.create(titled('SSC CGL', { state: String(state) }))
    expect(rows).toMatchObject([{ title: 'SSC CGL', state, post_time: '25/11/2026 10:00 AM' }])
  })

  test('another scheduled record that took the slug meanwhile is not taken for the lost one', async () => {
    const { table, rows, fail, addElsewhere } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'before', error: noResponse })
    await expect(form.create(titled('SSC CGL', planned))).rejects.toThrow('Failed to fetch')
    addElsewhere({ ...startRow, title: 'Another', slug: 'ssc-cgl', state: 'published' })
    expect(await form.create(titled('SSC CGL', planned))).toMatchObject({ record: { id: 2, slug: 'ssc-cgl-1' } })
    expect(rows).toHaveLength(2)
  })

  test('a new record that the database rejects is not remembered as an attempt', async () => {
    const { table, fail } = tableOf()
    const form = formOn(table)
    const rejection = () =>
      new BackendError('violates check constraint "jobs_title_check"', { code: '23514', status: 400 })
    fail({ call: 'insert', when: 'before', error: rejection })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('jobs_title_check')
    expect(form.attempt()).toBe(null)
  })
})

describe('a changed record', () => {
  test('updating a record sends only its changes', async () => {
    const { table, rows } = tableOf('a', 'b')
    expect(await formOn(table).update(first(rows), { location: 'Bihar' })).toMatchObject({ state: 'saved' })
    expect(rows[0]).toMatchObject({ title: 'a', slug: 'a', location: 'Bihar' })
  })

  test('a record without changes is not sent', async () => {
    const { table, rows, calls } = tableOf('a')
    expect(await formOn(table).update(first(rows), {})).toMatchObject({ state: 'saved' })
    expect(calls).toEqual([])
  })

  test('a record without changes is read again when its planned time has passed', async () => {
    const { table, rows, calls } = tableOf('a')
    const plan = { state: 'scheduled', publish_at: '2026-11-20T18:30:00.000Z', hide_at: null }
    Object.assign(rows[0] ?? {}, plan)
    const loaded = first(rows)
    Object.assign(rows[0] ?? {}, { state: 'published', publish_at: null })
    expect(await formOn(table).update(loaded, {})).toMatchObject({ state: 'saved', record: { state: 'published' } })
    expect(calls).toEqual(['read'])
    await formOn(table).update({ ...loaded, publish_at: '2026-11-20T18:32:00.000Z' }, {})
    expect(calls, 'it has not passed').toEqual(['read'])
  })

  test.each([
    ['scheduled', { publish_at: '2026-11-20T18:00:00.000Z', hide_at: null }, { state: 'published', publish_at: null }],
    ['published', { publish_at: null, hide_at: '2026-11-20T18:00:00.000Z' }, { state: 'hidden', hide_at: null }],
  ])('saving a %s record without changes does what its plan could not', async (state, times, done) => {
    const { table, rows } = tableOf('a', 'b')
    for (const row of rows) Object.assign(row, { state, ...times })
    const [first, second] = rows.map((row) => ({ ...row }))
    if (!first || !second) throw new Error('There are two rows')
    expect(await formOn(table).update(first, {})).toMatchObject({ state: 'saved', record: done })
    expect(rows[0]).toMatchObject(done)
    await table.update(second, done)
    expect(await formOn(table).update(second, {}), 'it is done meanwhile').toMatchObject({
      state: 'saved',
      record: done,
    })
  })

  test('a changed slug may be the own one, and gets a suffix when another record has it', async () => {
    const { table, rows } = tableOf('a', 'b')
    const form = formOn(table)
    await form.update(first(rows), { slug: 'B!' })
    expect(rows[0]).toMatchObject({ slug: 'b-1' })
    await form.update(first(rows), { slug: '' })
    expect(rows[0]).toMatchObject({ slug: 'a' })
  })

  test('a record that another admin has changed in the same field is not overwritten', async () => {
    const { table, rows } = tableOf('a')
    const loaded = first(rows)
    await table.update(loaded, { location: 'Goa' })
    expect(await formOn(table).update(loaded, { location: 'Bihar' })).toMatchObject({
      state: 'stale',
      current: { location: 'Goa' },
    })
    expect(rows[0]).toMatchObject({ location: 'Goa' })
  })

  test('a record that another admin has changed in another field is reported as stale', async () => {
    const { table, rows } = tableOf('a')
    const loaded = first(rows)
    await table.update(loaded, { location: 'Goa' })
    expect(await formOn(table).update(loaded, { title: 'Mine' })).toMatchObject({ state: 'stale' })
  })

  test('an update whose response was lost counts as saved when it is sent again', async () => {
    const { table, rows, fail } = tableOf('a')
    const form = formOn(table)
    const loaded = first(rows)
    fail({ call: 'update', when: 'after', error: noResponse })
    await expect(form.update(loaded, { location: 'Bihar' })).rejects.toThrow('Failed to fetch')
    expect(await form.update(loaded, { location: 'Bihar' })).toMatchObject({
      state: 'saved',
      record: { location: 'Bihar' },
    })
    expect(await form.update(loaded, { location: 'Bihar', title: 'b' })).toMatchObject({
      state: 'saved',
      record: { title: 'b' },
    })
  })

  test('input after an update whose response was lost does not conflict with that update', async () => {
    const { table, rows, fail } = tableOf('a')
    const form = formOn(table)
    const loaded = first(rows)
    fail({ call: 'update', when: 'after', error: noResponse }, { call: 'update', when: 'before', error: noResponse })
    await expect(form.update(loaded, { location: 'Bihar' })).rejects.toThrow('Failed to fetch')
    await expect(form.update(loaded, { location: 'Goa' })).rejects.toThrow('Failed to fetch')
    expect(await form.update(loaded, { location: 'Goa, Bihar' })).toMatchObject({
      state: 'saved',
      record: { location: 'Goa, Bihar' },
    })
  })

  test('former values that are typed again replace an update whose response was lost', async () => {
    const { table, rows, fail } = tableOf('a')
    const form = formOn(table)
    const loaded = first(rows)
    fail({ call: 'update', when: 'after', error: noResponse })
    await expect(form.update(loaded, { location: 'Bihar' })).rejects.toThrow('Failed to fetch')
    expect(await form.update(loaded, {})).toMatchObject({ state: 'saved', record: { location: null } })
    expect(rows[0]).toMatchObject({ location: null })
  })

  test.each(['that is not stored', 'that another admin has replaced'])(
    'former values that are typed again after an update %s are saved',
    async (what) => {
      const { table, rows, fail } = tableOf('a')
      const form = formOn(table)
      const loaded = first(rows)
      fail({ call: 'update', when: 'before', error: noResponse })
      await expect(form.update(loaded, { location: 'Bihar' })).rejects.toThrow('Failed to fetch')
      if (what.startsWith('that another')) await table.update(first(rows), { location: 'Goa' })
      expect(await form.update(loaded, {})).toMatchObject({ state: 'saved', record: first(rows) })
    },
  )

  test('a change by another admin after an update whose response was lost is reported', async () => {
    const { table, rows, fail } = tableOf('a')
    const form = formOn(table)
    const loaded = first(rows)
    fail({ call: 'update', when: 'after', error: noResponse })
    await expect(form.update(loaded, { location: 'Bihar' })).rejects.toThrow('Failed to fetch')
    await table.update(first(rows), { title: 'Theirs' })
    expect(await form.update(loaded, { location: 'Goa' })).toMatchObject({ state: 'stale' })
    await table.update(first(rows), { location: 'Kerala' })
    expect(await form.update(loaded, { location: 'Goa' })).toMatchObject({ state: 'stale' })
    expect(first(rows)).toMatchObject({ location: 'Kerala', title: 'Theirs' })
  })

  describe('publishing by hand', () => {
    const scheduled = { state: 'scheduled', post_time: '', publish_at: '2026-11-25T04:30:00.000Z', hide_at: null }
    const publishing = { state: 'published' }

    test('a post time that the database fills in is no change by somebody else', async () => {
      const { table, rows, fail } = tableOf('a')
      const form = formOn(table)
      Object.assign(rows[0] ?? {}, scheduled)
      const loaded = first(rows)
      fail({ call: 'update', when: 'after', error: noResponse })
      await expect(form.update(loaded, publishing)).rejects.toThrow('Failed to fetch')
      const filled = { publish_at: null, post_time: '21/11/2026 12:01 AM' }
      Object.assign(rows[0] ?? {}, filled)
      expect(await form.update(loaded, publishing)).toMatchObject({ state: 'saved', record: filled })
      expect(rows[0]).toMatchObject({ ...publishing, ...filled })
    })

    test('a post time that somebody else has set is one, unless the state is stored', async () => {
      const { table, rows } = tableOf('a')
      Object.assign(rows[0] ?? {}, scheduled)
      const loaded = first(rows)
      await table.update(loaded, { post_time: '21/11/2026 12:01 AM' })
      expect(await formOn(table).update(loaded, publishing)).toMatchObject({ state: 'stale' })
    })
  })

  test('updating a deleted record throws RecordGone', async () => {
    const { table, rows } = tableOf('a')
    const loaded = first(rows)
    rows.length = 0
    await expect(formOn(table).update(loaded, { location: 'Bihar' })).rejects.toThrow(RecordGone)
  })

  test('an update that changes no row of the loaded version throws an error', async () => {
    const { table, rows } = tableOf('a')
    const silent = { ...table, update: () => Promise.resolve(null) }
    await expect(formOn(silent).update(first(rows), { location: 'Bihar' })).rejects.toThrow(
      'No data returned from the provider after operation',
    )
  })
})
