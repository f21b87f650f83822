import { readFile, rm } from 'node:fs/promises'
import type { Sql } from 'postgres'
import { runAs } from '#backend/database/run-as.ts'
import type { Writer } from '#backend/auth/require-writer.ts'
import { STORED_TYPES, storedName } from '#domain/stored-file.ts'
import { createHash } from 'node:crypto'
import { withEnding } from './file-name.ts'
import { recognise } from './file-content.ts'
import type { FileStore } from './file-store.ts'
import { rewriteImage } from './images.ts'
import type { Limiter } from '#backend/limiter.ts'
import { lockName, storeObject } from './object-rows.ts'
import type { StoreIdentity } from './store-identity.ts'
import { receiveFile, type ReceivedFile } from './receive-file.ts'
import { fileLifetime } from './serve-object.ts'

export interface UploadOptions {
  sql: Sql
  store: FileStore
  identity: StoreIdentity
  /** Decodes one image after the other. */
  heavyWork: Limiter
}

interface StoredUpload {
  id: string
  name: string
}

interface Prepared {
  name: string
  type: string
  bytes: Buffer
}

/**
 * Receives an upload, checks and cleans it, and stores it under a name that is derived from its content: the same bytes
 * are the same object. The row and the file are stored together or not at all.
 * @param fileName name of the file on the device of the user; downloads get this name, with the right extension
 * @throws StorageError when the file is not acceptable, and the error of the disk, the object storage or the database
 */
export async function storeUpload(
  request: Request,
  { writer, fileName }: { writer: Writer; fileName: string },
  { sql, store, identity, heavyWork }: UploadOptions,
): Promise<StoredUpload> {
  const received = await receiveFile(request)
  try {
    return await heavyWork(async () => {
      const { name, type, bytes } = await prepare(received)
      const object = {
        name,
        owner_id: writer.claims.sub ?? null,
        metadata: { size: bytes.length, mimetype: type, eTag: eTagOf(bytes), cacheControl: `max-age=${fileLifetime}` },
        user_metadata: { fileName: withEnding(fileName, name) },
      }
      await identity.prepare()
      return runAs(sql, writer, async (transaction) => {
        await identity.hold(transaction)
        await lockName(transaction, name)
        const id = await storeObject(transaction, object)
        await store.put(name, bytes, type)
        return { id, name }
      })
    })
  } finally {
    await rm(received.path, { force: true })
  }
}

/** An image is decoded and encoded again; a PDF is stored unchanged. */
async function prepare({ path, hash }: ReceivedFile): Promise<Prepared> {
  const ending = await recognise(path)
  const type = STORED_TYPES[ending]
  if (ending === 'pdf') return { name: storedName(hash, ending), type, bytes: await readFile(path) }
  const { bytes, width, height } = await rewriteImage(path, ending)
  return { name: storedName(hash, ending, { width, height }), type, bytes }
}

function eTagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('hex')}"`
}
