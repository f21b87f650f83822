import type { ISql, Sql } from 'postgres'
import { z } from 'zod'
import { runAs } from '#backend/database/run-as.ts'
import { requireWriter, type Writer } from '#backend/auth/require-writer.ts'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'
import { readStoredName, STORAGE_BUCKET } from '#domain/stored-file.ts'
import type { FileStore } from './file-store.ts'
import { createLimiter } from '#backend/limiter.ts'
import { storeUpload } from './store-upload.ts'
import { variantNames, openImageVariants } from './image-variants.ts'
import { listBuckets, readBucket } from './bucket-row.ts'
import { listObjects, listOptions, listPage, pageOptions } from './list-objects.ts'
import { lockName, removeObject, type StoredObject } from './object-rows.ts'
import { createReadCalls, mostNames } from './read-calls.ts'
import { readBody } from './request-body.ts'
import type { StorageCall } from './storage-address.ts'
import type { StoreIdentity } from './store-identity.ts'
import { StorageError } from './storage-error.ts'

interface Parts {
  /** Connections that are "service_role" and may change into the other request roles. */
  sql: Sql
  store: FileStore
  identity: StoreIdentity
  keys: Keys
}

/** Uploads and image variants that may wait while one is processed. */
const mostWaiting = 40

const removal = z.object({ prefixes: z.array(z.string()).max(mostNames) })

/** @returns a function that performs an operation, and throws StorageError */
export function createStorageCalls({ sql, store, identity, keys }: Parts) {
  const heavyWork = createLimiter(1, mostWaiting)
  const reads = createReadCalls({ sql, store, keys, readVariant: openImageVariants(store, heavyWork) })

  async function upload(request: Request, fileName: string): Promise<Response> {
    const writer = await authenticate(request, { sql, keys })
    const { id, name } = await storeUpload(request, { writer, fileName }, { sql, store, identity, heavyWork })
    return Response.json({ Id: id, Key: `${STORAGE_BUCKET}/${name}` })
  }

  async function remove(request: Request): Promise<Response> {
    const writer = await authenticate(request, { sql, keys, callers: 'admins' })
    const { prefixes } = await readBody(request, removal)
    await identity.prepare()
    const removed: StoredObject[] = []
    for (const name of new Set(prefixes)) {
      const object =
        readStoredName(name) && (await runAs(sql, writer, (transaction) => removeWithFiles(transaction, name)))
      if (object) removed.push(object)
    }
    return Response.json(removed)
  }

  async function removeWithFiles(transaction: ISql, name: string): Promise<StoredObject | undefined> {
    await identity.hold(transaction)
    await lockName(transaction, name)
    const object = await removeObject(transaction, name)
    if (object) await store.remove([name, ...variantNames(name)])
    return object
  }

  async function list<T>(
    request: Request,
    schema: z.ZodType<T>,
    read: (sql: ISql, options: T) => Promise<unknown>,
  ): Promise<Response> {
    const writer = await authenticate(request, { sql, keys })
    const options = await readBody(request, schema)
    return Response.json(await runAs(sql, writer, (transaction) => read(transaction, options)))
  }

  return async function act(request: Request, call: StorageCall): Promise<Response> {
    switch (call.action) {
      case 'read':
        return reads.read(request, call.name, call)
      case 'resize':
        return reads.resize(request, call.name, call)
      case 'read signed':
        return reads.readSigned(request, call.name, call)
      case 'resize signed':
        return reads.resizeSigned(request, call.name, call.token)
      case 'info':
        return reads.info(call.name)
      case 'sign':
        return reads.sign(request, call.name)
      case 'sign many':
        return reads.signMany(request)
      case 'upload':
        return upload(request, call.fileName)
      case 'remove':
        return remove(request)
      case 'list':
        return list(request, listOptions, listObjects)
      case 'list pages':
        return list(request, pageOptions, listPage)
      case 'list buckets':
        await authenticate(request, { sql, keys })
        return Response.json(await listBuckets(sql, new URL(request.url).searchParams))
      case 'read bucket':
        await authenticate(request, { sql, keys })
        return Response.json(await readBucket(sql))
    }
  }
}

async function authenticate(
  request: Request,
  { sql, keys, callers = 'staff' }: Pick<Parts, 'sql' | 'keys'> & { callers?: 'admins' | 'staff' },
): Promise<Writer> {
  const writer = await requireWriter(request, { sql, keys, callers })
  if (writer === 401) throw new StorageError('InvalidJWT', 'A valid session is needed')
  if (writer === 403)
    throw new StorageError('AccessDenied', callers === 'admins' ? 'Only admins may do this' : 'Only staff may do this')
  if (writer === 503) throw StorageError.unavailable('the database')
  return writer
}
