import type { ISql, Sql } from 'postgres'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'

/** A row of storage.objects, as the contract shows it. */
export interface StoredObject {
  id: string
  name: string
  bucket_id: string
  owner_id: string | null
  created_at: Date
  updated_at: Date
  metadata: { size: number; mimetype: string; eTag: string; cacheControl: string }
  /** fileName: name of the file on the device of the user. */
  user_metadata: { fileName?: string } | null
}

/** Metadata of a file with the fields that Supabase's storage adds to it. */
export function fileMetadata({ metadata, updated_at }: Pick<StoredObject, 'metadata' | 'updated_at'>) {
  return { ...metadata, contentLength: metadata.size, lastModified: updated_at, httpStatusCode: 200 }
}

export type NewObject = Pick<StoredObject, 'name' | 'owner_id' | 'metadata' | 'user_metadata'>

/** @returns the object of a name, without a check of the user: the bucket is public */
export async function findObject(sql: Sql, name: string): Promise<StoredObject | undefined> {
  const [found] = await sql<StoredObject[]>`
    select * from storage.objects where bucket_id = ${STORAGE_BUCKET} and name = ${name}`
  return found
}

/** @returns those of the names that have an object, without a check of the user */
export async function findNames(sql: Sql, names: string[]): Promise<Set<string>> {
  const found = await sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${STORAGE_BUCKET} and name in ${sql(names)}`
  return new Set(found.map(({ name }) => name))
}

/**
 * Locks a name until the transaction ends, so that its row and its file change together.
 * @param sql a transaction
 */
export async function lockName(sql: ISql, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${STORAGE_BUCKET}/${name}`}, 0))`
}

/**
 * @returns the id of the object; one that exists already counts as uploaded now, with the bytes of now: another version of
 *   the server may have encoded the same image differently
 */
export async function storeObject(sql: ISql, object: NewObject): Promise<string> {
  const row = {
    bucket_id: STORAGE_BUCKET,
    name: object.name,
    owner_id: object.owner_id,
    metadata: sql.json(object.metadata),
    user_metadata: sql.json(object.user_metadata),
  }
  const [stored] = await sql<{ id: string }[]>`
    insert into storage.objects ${sql(row)}
    on conflict (bucket_id, name) do update set updated_at = now(), metadata = excluded.metadata returning id`
  return stored?.id ?? ''
}

/** @returns the object that was removed, or undefined when there was none that this user may remove */
export async function removeObject(sql: ISql, name: string): Promise<StoredObject | undefined> {
  const [removed] = await sql<StoredObject[]>`
    delete from storage.objects where bucket_id = ${STORAGE_BUCKET} and name = ${name} returning *`
  return removed
}
