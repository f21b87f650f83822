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
import { findObject, lockName, removeObject, type StoredObject } from './object-rows.ts'
import { serveImageVariant, serveObject } from './serve-object.ts'
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

const mostRemoved = 100
const removal = z.object({ prefixes: z.array(z.string()).max(mostRemoved) })

/** @returns a function that performs an operation, and throws StorageError */
export function createStorageCalls({ sql, store, identity, keys }: Parts) {
  const heavyWork = createLimiter(1, mostWaiting)
  const readVariant = openImageVariants(store, heavyWork)

  async function upload(request: Request, fileName: string): Promise<Response> {
    const writer = await authenticate(request, { sql, keys })
    const { id, name } = await storeUpload(request, { writer, fileName }, { sql, store, identity, heavyWork })
    return Response.json({ Id: id, Key: `${STORAGE_BUCKET}/${name}` })
  }

  async function remove(request: Request): Promise<Response> {
    const writer = await authenticate(request, { sql, keys })
    const parsed = removal.safeParse(await request.json().catch(() => null))
    if (!parsed.success) throw new StorageError('InvalidRequest', `"prefixes" names up to ${mostRemoved} files`)
    await identity.prepare()
    const removed: StoredObject[] = []
    for (const name of new Set(parsed.data.prefixes)) {
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

  async function existingObject(name: string): Promise<StoredObject> {
    const object = readStoredName(name) && (await findObject(sql, name))
    if (!object) throw new StorageError('NoSuchKey', 'Object not found')
    return object
  }

  async function resize(request: Request, name: string, width: number): Promise<Response> {
    await existingObject(name)
    if (!readStoredName(name)?.width) throw new StorageError('InvalidRequest', 'Only images have sizes')
    return serveImageVariant(request, `"${name}-${width}"`, () => readVariant(name, width))
  }

  return async function act(request: Request, call: StorageCall): Promise<Response> {
    if (call.action === 'upload') return upload(request, call.fileName)
    if (call.action === 'remove') return remove(request)
    if (call.action === 'resize') return resize(request, call.name, call.width)
    return serveObject(request, await existingObject(call.name), { store, download: call.download })
  }
}

async function authenticate(request: Request, parts: Pick<Parts, 'sql' | 'keys'>): Promise<Writer> {
  const writer = await requireWriter(request, parts)
  if (writer === 401) throw new StorageError('InvalidJWT', 'A valid session is needed')
  if (writer === 403) throw new StorageError('AccessDenied', 'Only staff may do this')
  if (writer === 503) throw StorageError.unavailable('the database')
  return writer
}
