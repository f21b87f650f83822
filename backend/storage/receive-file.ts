import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { UPLOAD_MAX_BYTES } from '#domain/limits.ts'
import { UPLOAD } from '#domain/messages.ts'
import { removeAbandoned } from './abandoned-files.ts'
import { StorageError } from './storage-error.ts'

export interface ReceivedFile {
  path: string
  /** Bytes */
  size: number
  /** SHA-256 in hexadecimal */
  hash: string
}

type WrittenFile = Pick<ReceivedFile, 'size' | 'hash'>

/** Bytes that a form adds around its file. */
const formOverhead = 16_384

/** Prefix of files that are arriving or being processed; a crash leaves them in the folder for temporary files. */
const arrivingPrefix = 'suchana-upload-'

/** Removes what crashes have left of uploads, of all servers on this machine. */
export async function tidyArrivals(): Promise<void> {
  await removeAbandoned(tmpdir(), arrivingPrefix)
}

/**
 * Writes the file of an upload to the folder for temporary files while it arrives, up to the maximum size.
 * @param request with the file as its body, or in a form as the official client sends it
 * @returns the file, which the caller removes
 * @throws StorageError when the file is missing, empty or too large, comes with metadata, or the upload is aborted
 */
export async function receiveFile(request: Request): Promise<ReceivedFile> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data\b/i.test(type)
  const announced = Number(request.headers.get('content-length'))
  if (announced > UPLOAD_MAX_BYTES + (isForm ? formOverhead : 0)) throw tooLarge()
  if (!request.body) throw empty()
  if (request.headers.has('x-metadata')) throw withMetadata()
  const path = join(tmpdir(), arrivingPrefix + randomUUID())
  try {
    const received = await (isForm ? writeFormFile(request.body, type, path) : writeBytes(request.body, path))
    if (received.size === 0) throw empty()
    return { path, ...received }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function writeBytes(chunks: AsyncIterable<Uint8Array>, path: string): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of rethrowAborted(chunks)) {
      size += chunk.length
      if (size > UPLOAD_MAX_BYTES) throw tooLarge()
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { size, hash: hash.digest('hex') }
}

/** Any failure while the body is read comes from the client's connection. */
async function* rethrowAborted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch {
    throw new StorageError('InvalidRequest', UPLOAD.broken)
  }
}

/** The first file of the form. */
async function writeFormFile(body: ReadableStream<Uint8Array>, type: string, path: string): Promise<WrittenFile> {
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
  try {
    return await writeBytes(await firstFile(source, type), path)
  } finally {
    source.destroy()
  }
}

function firstFile(source: Readable, type: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const rejectAborted = () => reject(new StorageError('InvalidRequest', UPLOAD.broken))
    const form = formReader(type)
    if (!form) return rejectAborted()
    form.on('field', (field) => field === 'metadata' && reject(withMetadata()))
    form.once('file', (_field, file) => {
      // The reader of the file then gets an error, even when it begins to read later.
      const abort = () => file.destroy()
      for (const part of [source, form, file]) part.on('error', abort)
      resolve(file)
    })
    form.once('finish', () => reject(empty()))
    form.on('error', rejectAborted)
    source.on('error', rejectAborted)
    source.pipe(form)
  })
}

function formReader(type: string): BusboyInstance | null {
  const limits = { files: 1, fields: 10, fieldSize: 4_096, parts: 11, headerPairs: 20 }
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    return null // The boundary is missing.
  }
}

function tooLarge(): StorageError {
  return new StorageError('EntityTooLarge', UPLOAD.tooLarge)
}

/** Metadata would be lost: equal bytes from several users are stored as one file. */
function withMetadata(): StorageError {
  return new StorageError('InvalidRequest', 'A file has no metadata of its own')
}

function empty(): StorageError {
  return new StorageError('InvalidRequest', UPLOAD.empty)
}
