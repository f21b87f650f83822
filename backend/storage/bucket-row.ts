import type { Sql } from 'postgres'
import { z } from 'zod'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'
import { StorageError } from './storage-error.ts'

const bucketOptions = z.object({
  search: z.string().default(''),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).default(100),
})

/** @returns the only bucket, as getBucket() of the official client gets it */
export async function readBucket(sql: Sql) {
  const [bucket] = await sql<{ id: string; name: string }[]>`
    select id, name, '' as owner, 'STANDARD' as type, public, created_at, updated_at,
      file_size_limit::float8 as file_size_limit, allowed_mime_types
    from storage.buckets where id = ${STORAGE_BUCKET}`
  if (!bucket) throw new StorageError('NoSuchBucket', 'Bucket not found')
  return bucket
}

/**
 * @param parameters search, offset and limit, as listBuckets() of the official client sends them
 * @returns the bucket in a list, or no bucket when they leave it out
 */
export async function listBuckets(sql: Sql, parameters: URLSearchParams) {
  const options = bucketOptions.safeParse(Object.fromEntries(parameters))
  if (!options.success) throw new StorageError('InvalidRequest', 'querystring: "offset" and "limit" are numbers')
  const { search, offset, limit } = options.data
  const found = [await readBucket(sql)].filter(({ name }) => name.includes(search.toLowerCase()))
  return found.slice(offset, offset + limit)
}
