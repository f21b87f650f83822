import type { ISql } from 'postgres'
import { z } from 'zod'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'
import { fileMetadata, type StoredObject } from './object-rows.ts'
import { StorageError } from './storage-error.ts'

/** Files in one answer. */
const mostListed = 1_000

/** PostgreSQL stores no zero bytes. */
const text = z
  .string()
  .max(1_024)
  .refine((value) => !value.includes('\0'))
const order = z.enum(['asc', 'desc']).default('asc')
const limit = z
  .int()
  .min(1)
  .transform((most) => Math.min(most, mostListed))
const column = z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name')
const sortBy = z.strictObject({ column, order }).prefault({})

export const listOptions = z.strictObject({
  prefix: text.default(''),
  search: text.default(''),
  limit: limit.default(100),
  offset: z.int().min(0).default(0),
  sortBy,
})

export const pageOptions = z.strictObject({
  prefix: text.default(''),
  limit: limit.default(mostListed),
  cursor: z.string().max(2_048).optional(),
  /** Names have no slashes, so there are no folders to group by. */
  with_delimiter: z.boolean().optional(),
  sortBy,
})

/** Where a page of a list ends: the value that the list is sorted by, and the name. */
const position = z.tuple([z.string().regex(/^\d{1,18}$/), text])

interface Selection {
  /** Begin of the names, in any case. */
  start: string
  sortBy: z.infer<typeof sortBy>
  limit: number
  offset?: number
  after?: z.infer<typeof position> | undefined
}

type Row = Pick<StoredObject, 'id' | 'name' | 'created_at' | 'updated_at' | 'metadata'> & { sorted_by: string }

/**
 * Files of the bucket as list() of the official client gets them. Names have no slashes: every other folder than the
 * bucket itself is empty. Source: docs/behaviour/storage.md#lists
 */
export async function listObjects(sql: ISql, options: z.infer<typeof listOptions>) {
  if (options.prefix) return []
  return (await selectObjects(sql, { ...options, start: options.search })).map(listed)
}

/**
 * Files of the bucket as listV2() of the official client gets them, page by page.
 * Source: docs/behaviour/storage.md#lists
 * @throws StorageError for a cursor that no list has returned
 */
export async function listPage(sql: ISql, options: z.infer<typeof pageOptions>) {
  const after = options.cursor === undefined ? undefined : readCursor(options.cursor)
  const selection = { start: options.prefix, sortBy: options.sortBy, after, limit: options.limit + 1 }
  const rows = await selectObjects(sql, selection)
  const shown = rows.slice(0, options.limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return {
    hasNext: last !== undefined,
    ...(last && { nextCursor: cursorOf(last) }),
    folders: [],
    objects: shown.map((row) => ({ key: row.name, ...listed(row) })),
  }
}

function selectObjects(sql: ISql, { start, sortBy, limit, offset = 0, after }: Selection): Promise<Row[]> {
  const isDescending = sortBy.order === 'desc'
  const direction = isDescending ? sql`desc` : sql`asc`
  const name = sql`name collate "C"`
  // Microseconds, and nothing for the name, which is compared anyway.
  const time = sql(sortBy.column === 'updated_at' ? 'updated_at' : 'created_at')
  const key = sortBy.column === 'name' ? sql`0::bigint` : sql`(extract(epoch from ${time}) * 1000000)::bigint`
  const next = after && sql`and (${key}, ${name}) ${isDescending ? sql`<` : sql`>`} (${after[0]}::bigint, ${after[1]})`
  return sql<Row[]>`
    select id, name, created_at, updated_at, metadata, (${key})::text as sorted_by from storage.objects
    where bucket_id = ${STORAGE_BUCKET} and strpos(name, '/') = 0 and starts_with(lower(name), lower(${start}))
      ${next ?? sql``}
    order by ${key} ${direction}, ${name} ${direction} limit ${limit} offset ${offset}`
}

/** A row of a list. Reads are not recorded: the last known access is the upload. */
function listed(row: Row) {
  const { id, name, created_at, updated_at } = row
  return { id, name, created_at, updated_at, last_accessed_at: created_at, metadata: fileMetadata(row) }
}

function cursorOf({ sorted_by, name }: Row): string {
  return Buffer.from(JSON.stringify([sorted_by, name])).toString('base64url')
}

function readCursor(cursor: string): z.infer<typeof position> {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new StorageError('InvalidRequest', 'body/cursor: Invalid cursor')
  }
}
