import type { ISql, Sql } from 'postgres'
import { z } from 'zod'
import { actAs } from '#backend/act-as.ts'
import { writerOf, type Writer } from '#backend/staff-request.ts'
import type { TableInterface } from '#backend/table-interface.ts'
import { readStoredName, STORAGE_BUCKET } from '#domain/stored-file.ts'
import type { FileStore } from './file-store.ts'
import { inTurn } from '#backend/in-turn.ts'
import { keepUpload } from './keep-upload.ts'
import { narrowNames, openNarrowImages } from './narrow-images.ts'
import { findObject, holdName, removeObject, type StoredObject } from './object-rows.ts'
import { serveNarrowImage, serveObject } from './serve-object.ts'
import type { StorageCall } from './storage-address.ts'
import { StorageRefusal } from './storage-refusal.ts'

interface Parts {
  /** Connections that are "service_role" and may change into the other request roles. */
  sql: Sql
  store: FileStore
  /** Judges who asks. */
  tables: Pick<TableInterface, 'fetch'>
}

/** Pieces of work on images and files that may wait for the one at work. */
const mostWaiting = 40

const mostRemoved = 100
const removal = z.object({ prefixes: z.array(z.string()).max(mostRemoved) })

/** @returns does what a request to the storage asks for, or throws why not */
export function createStorageCalls({ sql, store, tables }: Parts) {
  const heavyWork = inTurn(1, mostWaiting)
  const readNarrow = openNarrowImages(store, heavyWork)

  async function upload(request: Request, fileName: string): Promise<Response> {
    const writer = await staffOf(request, tables)
    const { id, name } = await keepUpload(request, { writer, fileName }, { sql, store, heavyWork })
    return Response.json({ Id: id, Key: `${STORAGE_BUCKET}/${name}` })
  }

  async function remove(request: Request): Promise<Response> {
    const writer = await staffOf(request, tables)
    const asked = removal.safeParse(await request.json().catch(() => null))
    if (!asked.success) throw new StorageRefusal('InvalidRequest', `"prefixes" names up to ${mostRemoved} files`)
    const removed: StoredObject[] = []
    for (const name of new Set(asked.data.prefixes)) {
      const object = readStoredName(name) && (await actAs(sql, writer, (by) => removeWithFiles(by, name)))
      if (object) removed.push(object)
    }
    return Response.json(removed)
  }

  async function removeWithFiles(by: ISql, name: string): Promise<StoredObject | undefined> {
    await holdName(by, name)
    const object = await removeObject(by, name)
    if (object) await store.remove([name, ...narrowNames(name)])
    return object
  }

  async function known(name: string): Promise<StoredObject> {
    const object = readStoredName(name) && (await findObject(sql, name))
    if (!object) throw new StorageRefusal('NoSuchKey', 'Object not found')
    return object
  }

  async function resize(request: Request, name: string, width: number): Promise<Response> {
    await known(name)
    if (!readStoredName(name)?.width) throw new StorageRefusal('InvalidRequest', 'Only images have sizes')
    return serveNarrowImage(request, `"${name}-${width}"`, () => readNarrow(name, width))
  }

  return async function act(request: Request, call: StorageCall): Promise<Response> {
    if (call.action === 'upload') return upload(request, call.fileName)
    if (call.action === 'remove') return remove(request)
    if (call.action === 'resize') return resize(request, call.name, call.width)
    return serveObject(request, await known(call.name), { store, download: call.download })
  }
}

async function staffOf(request: Request, tables: Parts['tables']): Promise<Writer> {
  const writer = await writerOf(request, tables)
  if (writer === 401) throw new StorageRefusal('InvalidJWT', 'A valid session is needed')
  if (writer === 403) throw new StorageRefusal('AccessDenied', 'Only staff may do this')
  if (writer === 503) throw StorageRefusal.away('the database')
  return writer
}
