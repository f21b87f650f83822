import type { ISql, Sql } from 'postgres'
import { z } from 'zod'
import { runAs } from '#backend/run-as.ts'
import { requireWriter, type Writer } from '#backend/require-staff.ts'
import type { SupabaseLite } from '#backend/supabase-lite.ts'
import { readStoredName, STORAGE_BUCKET } from '#domain/stored-file.ts'
import type { FileStore } from './file-store.ts'
import { createLimiter } from '#backend/limiter.ts'
import { storeUpload } from './store-upload.ts'
import { variantNames, openImageVariants } from './image-variants.ts'
import { findObject, holdName, removeObject, type StoredObject } from './object-rows.ts'
import { serveImageVariant, serveObject } from './serve-object.ts'
import type { StorageCall } from './storage-address.ts'
import { StorageError } from './storage-error.ts'

interface Parts {
  /** Connections that are "service_role" and may change into the other request roles. */
  sql: Sql
  store: FileStore
  /** Judges who asks. */
  tables: Pick<SupabaseLite, 'fetch'>
}

/** Pieces of work on images and files that may wait for the one at work. */
const mostWaiting = 40

const mostRemoved = 100
const removal = z.object({ prefixes: z.array(z.string()).max(mostRemoved) })

/** @returns does what a request to the storage asks for, or throws why not */
export function createStorageCalls({ sql, store, tables }: Parts) {
  const heavyWork = createLimiter(1, mostWaiting)
  const readNarrow = openImageVariants(store, heavyWork)

  async function upload(request: Request, fileName: string): Promise<Response> {
    const writer = await staffOf(request, tables)
    const { id, name } = await storeUpload(request, { writer, fileName }, { sql, store, heavyWork })
    return Response.json({ Id: id, Key: `${STORAGE_BUCKET}/${name}` })
  }

  async function remove(request: Request): Promise<Response> {
    const writer = await staffOf(request, tables)
    const asked = removal.safeParse(await request.json().catch(() => null))
    if (!asked.success) throw new StorageError('InvalidRequest', `"prefixes" names up to ${mostRemoved} files`)
    const removed: StoredObject[] = []
    for (const name of new Set(asked.data.prefixes)) {
      const object = readStoredName(name) && (await runAs(sql, writer, (by) => removeWithFiles(by, name)))
      if (object) removed.push(object)
    }
    return Response.json(removed)
  }

  async function removeWithFiles(by: ISql, name: string): Promise<StoredObject | undefined> {
    await holdName(by, name)
    const object = await removeObject(by, name)
    if (object) await store.remove([name, ...variantNames(name)])
    return object
  }

  async function known(name: string): Promise<StoredObject> {
    const object = readStoredName(name) && (await findObject(sql, name))
    if (!object) throw new StorageError('NoSuchKey', 'Object not found')
    return object
  }

  async function resize(request: Request, name: string, width: number): Promise<Response> {
    await known(name)
    if (!readStoredName(name)?.width) throw new StorageError('InvalidRequest', 'Only images have sizes')
    return serveImageVariant(request, `"${name}-${width}"`, () => readNarrow(name, width))
  }

  return async function act(request: Request, call: StorageCall): Promise<Response> {
    if (call.action === 'upload') return upload(request, call.fileName)
    if (call.action === 'remove') return remove(request)
    if (call.action === 'resize') return resize(request, call.name, call.width)
    return serveObject(request, await known(call.name), { store, download: call.download })
  }
}

async function staffOf(request: Request, tables: Parts['tables']): Promise<Writer> {
  const writer = await requireWriter(request, tables)
  if (writer === 401) throw new StorageError('InvalidJWT', 'A valid session is needed')
  if (writer === 403) throw new StorageError('AccessDenied', 'Only staff may do this')
  if (writer === 503) throw StorageError.away('the database')
  return writer
}
