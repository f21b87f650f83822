import { describe, expect, test } from 'vitest'
import { BackendError } from '#app/data/backend-error.ts'
import type { RecordTable, StoredRecord } from '#app/data/record-table.ts'
import { shownValues, startValues, type FormValues } from '#domain/admin/form/field-value.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { createRecord, RecordGone, updateRecord, type Attempt } from './save-record.ts'

const fields = fieldsOf('jobs')
const now = Date.parse('2026-11-20T18:31:00Z')

const noAnswer = () => new BackendError('TypeError: Failed to fetch', { code: '', status: 0 })
const slugTaken = () =>
  new BackendError('duplicate key value violates unique constraint "jobs_slug_key"', { code: '23505', status: 409 })

type Call = 'insert' | 'update' | 'takenSlugs' | 'read' | 'readBySlug'

/** A table in memory, with the rules that saving stands on: unique slugs, and a version of each row. */
function tableOf(...slugs: string[]) {
  const rows: StoredRecord[] = []
  const calls: Call[] = []
  const trouble: { call: Call; when: 'before' | 'after'; error: () => Error }[] = []
  let version = 0

  async function during<T>(call: Call, work: () => T): Promise<T> {
    calls.push(call)
    const place = trouble.findIndex((planned) => planned.call === call)
    const planned = place === -1 ? undefined : trouble.splice(place, 1)[0]
    if (!planned) return work()
    try {
      if (planned.when === 'after') work()
    } catch {
      // The answer is lost, whatever it would have said.
    }
    throw planned.error()
  }
  const stamp = () => `2026-11-20T10:00:00.${String(++version).padStart(6, '0')}+00:00`
  function store(row: Readonly<Record<string, unknown>>) {
    if (rows.some(({ slug }) => slug === row['slug'])) throw slugTaken()
    const record: StoredRecord = { id: rows.length + 1, created_at: stamp(), updated_at: stamp(), ...row }
    rows.push(record)
    return { ...record }
  }
  const table: RecordTable = {
    read: (id) => during('read', () => rows.find((row) => row.id === id) ?? null),
    readBySlug: (slug) => during('readBySlug', () => rows.find((row) => row['slug'] === slug) ?? null),
    takenSlugs: (wanted, ownId) =>
      during('takenSlugs', () => {
        const others = rows.filter(({ id }) => id !== ownId).map((row) => String(row['slug']))
        return new Set(wanted.filter((slug) => others.includes(slug)))
      }),
    insert: (row) => during('insert', () => store(row)),
    update: ({ id, updated_at }, changes) =>
      during('update', () => {
        if (rows.some((row) => row.id !== id && row['slug'] === changes['slug'])) throw slugTaken()
        const row = rows.find((candidate) => candidate.id === id && candidate.updated_at === updated_at)
        return row ? { ...Object.assign(row, changes, { updated_at: stamp() }) } : null
      }),
  }
  for (const slug of slugs) store({ ...startRow, title: slug, slug })
  return { table, rows, calls, fail: (...planned: typeof trouble) => trouble.push(...planned) }
}

const startRow = { status: 'active', post_time: '20/11/2026 9:05 AM', is_featured: false, is_quick_link: false }
const titled = (title: string, more: FormValues = {}): FormValues => ({ ...startValues(fields), title, ...more })

/** A form that keeps its attempt from one save to the next. */
function formOn(table: RecordTable) {
  let attempt: Attempt | null = null
  const context = { table, fields, nameless: 'job', now: () => now }
  return {
    attempt: () => attempt,
    create: (values: FormValues) =>
      createRecord(context, values, { attempt, remember: (next) => void (attempt = next) }),
    update: (loaded: StoredRecord, changes: FormValues) =>
      updateRecord(context, { loaded, values: { ...shownValues(fields, loaded), ...changes } }),
  }
}

function first(rows: StoredRecord[]): StoredRecord {
  const [row] = rows
  if (!row) throw new Error('There is no row')
  return { ...row }
}

describe('a new record', () => {
  test('is stored with the slug of its title', async () => {
    const { table, rows } = tableOf()
    expect(await formOn(table).create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { slug: 'ssc-cgl' } })
    expect(rows).toMatchObject([{ title: 'SSC CGL', post_time: '21/11/2026 12:01 AM' }])
  })

  test('that cannot be stored is not sent', async () => {
    const { table, calls } = tableOf()
    expect(await formOn(table).create(titled(''))).toEqual({
      state: 'refused',
      errors: { title: 'Title must not be empty' },
    })
    expect(calls).toEqual([])
  })

  test('takes the next suffix that is free', async () => {
    const { table } = tableOf('ssc-cgl', 'ssc-cgl-1', 'ssc-cgl-3')
    expect(await formOn(table).create(titled('SSC CGL'))).toMatchObject({ record: { slug: 'ssc-cgl-2' } })
  })

  test('takes a timestamp after 100 of them', async () => {
    const suffixed = Array.from({ length: 100 }, (_, place) => `ssc-cgl-${place + 1}`)
    const { table } = tableOf('ssc-cgl', ...suffixed)
    expect(await formOn(table).create(titled('SSC CGL'))).toMatchObject({ record: { slug: `ssc-cgl-${now}` } })
  })

  test('goes on to the next suffix when somebody else was faster', async () => {
    const { table, rows, fail } = tableOf()
    fail({ call: 'insert', when: 'before', error: slugTaken }, { call: 'insert', when: 'before', error: slugTaken })
    expect(await formOn(table).create(titled('SSC CGL'))).toMatchObject({ record: { slug: 'ssc-cgl-2' } })
    expect(rows).toHaveLength(1)
  })
})

describe('a new record whose answer was lost', () => {
  test('after it was stored, is found when it is saved again', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'after', error: noAnswer })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    expect(form.attempt()).toMatchObject({ slug: 'ssc-cgl' })
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { id: 1, slug: 'ssc-cgl' } })
    expect(rows).toHaveLength(1)
    expect(form.attempt()).toBe(null)
  })

  test('before it was stored, is stored once', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'before', error: noAnswer })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { id: 1 } })
    expect(rows).toHaveLength(1)
  })

  test('gets what was typed since', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'after', error: noAnswer })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    await form.create(titled('SSC CGL 2026', { fee_general: '0' }))
    expect(rows).toMatchObject([
      { id: 1, title: 'SSC CGL 2026', slug: 'ssc-cgl-2026', fee_general: 0, post_time: '21/11/2026 12:01 AM' },
    ])
  })

  test('however often answers are lost, is one record', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    for (const call of ['insert', 'insert', 'readBySlug'] as const) {
      fail({ call, when: 'after', error: noAnswer })
      await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    }
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ state: 'saved', record: { id: 1 } })
    expect(rows).toHaveLength(1)
  })

  test('and whose slug went to somebody else, is stored beside it', async () => {
    const { table, rows, fail } = tableOf()
    const form = formOn(table)
    fail({ call: 'insert', when: 'before', error: noAnswer })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('Failed to fetch')
    await table.insert({ ...startRow, title: 'Another', slug: 'ssc-cgl' })
    expect(await form.create(titled('SSC CGL'))).toMatchObject({ record: { id: 2, slug: 'ssc-cgl-1' } })
    expect(rows).toHaveLength(2)
  })

  test('a refusal is an answer: nothing is remembered', async () => {
    const { table, fail } = tableOf()
    const form = formOn(table)
    const refusal = () =>
      new BackendError('violates check constraint "jobs_title_check"', { code: '23514', status: 400 })
    fail({ call: 'insert', when: 'before', error: refusal })
    await expect(form.create(titled('SSC CGL'))).rejects.toThrow('jobs_title_check')
    expect(form.attempt()).toBe(null)
  })
})

describe('a changed record', () => {
  test('gets its changes alone', async () => {
    const { table, rows } = tableOf('a', 'b')
    expect(await formOn(table).update(first(rows), { location: 'Bihar' })).toMatchObject({ state: 'saved' })
    expect(rows[0]).toMatchObject({ title: 'a', slug: 'a', location: 'Bihar' })
  })

  test('without changes is not sent', async () => {
    const { table, rows, calls } = tableOf('a')
    expect(await formOn(table).update(first(rows), {})).toMatchObject({ state: 'saved' })
    expect(calls).toEqual([])
  })

  test('may take its own slug, and the next suffix of another one', async () => {
    const { table, rows } = tableOf('a', 'b')
    const form = formOn(table)
    await form.update(first(rows), { slug: 'B!' })
    expect(rows[0]).toMatchObject({ slug: 'b-1' })
    await form.update(first(rows), { slug: '' })
    expect(rows[0]).toMatchObject({ slug: 'a' })
  })

  test('that somebody else has changed is left alone', async () => {
    const { table, rows } = tableOf('a')
    const loaded = first(rows)
    await table.update(loaded, { location: 'Goa' })
    expect(await formOn(table).update(loaded, { location: 'Bihar' })).toMatchObject({
      state: 'stale',
      current: { location: 'Goa' },
    })
    expect(rows[0]).toMatchObject({ location: 'Goa' })
  })

  test('that somebody else has changed in another field is told of, too', async () => {
    const { table, rows } = tableOf('a')
    const loaded = first(rows)
    await table.update(loaded, { location: 'Goa' })
    expect(await formOn(table).update(loaded, { title: 'Mine' })).toMatchObject({ state: 'stale' })
  })

  test('whose answer was lost counts as saved when it is saved again', async () => {
    const { table, rows, fail } = tableOf('a')
    const form = formOn(table)
    const loaded = first(rows)
    fail({ call: 'update', when: 'after', error: noAnswer })
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

  test('that was deleted is told of', async () => {
    const { table, rows } = tableOf('a')
    const loaded = first(rows)
    rows.length = 0
    await expect(formOn(table).update(loaded, { location: 'Bihar' })).rejects.toThrow(RecordGone)
  })

  test('that the database refuses without a word is told of', async () => {
    const { table, rows } = tableOf('a')
    const silent = { ...table, update: () => Promise.resolve(null) }
    await expect(formOn(silent).update(first(rows), { location: 'Bihar' })).rejects.toThrow(
      'No data returned from the provider after operation',
    )
  })
})
