import type { Sql } from 'postgres'
import { z } from 'zod'
import { roleOfKey } from '#backend/auth/api-key.ts'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'
import { IMAGE_WIDTHS } from '#domain/limits.ts'
import { readStoredName } from '#domain/stored-file.ts'
import type { FileStore, StoredBytes } from './file-store.ts'
import { findNames, findObject, type StoredObject } from './object-rows.ts'
import { readBody } from './request-body.ts'
import { serveImageVariant, serveObject, type Serving } from './serve-object.ts'
import { createSignedAddresses } from './signed-addresses.ts'
import { StorageError } from './storage-error.ts'

interface Parts {
  sql: Sql
  store: FileStore
  keys: Keys
  readVariant: (name: string, width: number) => Promise<StoredBytes>
}

/** Names in one call. */
export const mostNames = 100

const expiresIn = z.int().min(1)
const signature = z.strictObject({
  expiresIn,
  transform: z.strictObject({ width: z.literal(IMAGE_WIDTHS) }).optional(),
})
const signatures = z.strictObject({ expiresIn, paths: z.array(z.string()).min(1).max(mostNames) })

/** Everything that anyone may do who knows the name of a file: the bucket is public. */
export function createReadCalls({ sql, store, keys, readVariant }: Parts) {
  const addresses = createSignedAddresses(keys.jwtSecret)

  async function existingObject(name: string): Promise<StoredObject> {
    const object = readStoredName(name) && (await findObject(sql, name))
    if (!object) throw new StorageError('NoSuchKey', 'Object not found')
    return object
  }

  async function read(request: Request, name: string, options: Serving & { download: string | null }) {
    return serveObject(request, await existingObject(name), { store, ...options })
  }

  async function resize(request: Request, name: string, { width, seconds }: Serving & { width: number }) {
    await existingImage(name)
    return serveImageVariant(request, `"${name}-${width}"`, { seconds, read: () => readVariant(name, width) })
  }

  async function existingImage(name: string): Promise<void> {
    await existingObject(name)
    if (!readStoredName(name)?.width) throw new StorageError('InvalidRequest', 'Only images have sizes')
  }

  return {
    read,
    resize,

    /** What Supabase's storage tells of a file. The content of a name never changes, so its hash is the version. */
    async info(name: string): Promise<Response> {
      const { id, bucket_id, metadata, user_metadata, created_at, updated_at } = await existingObject(name)
      return Response.json({
        id,
        name,
        bucket_id,
        version: metadata.eTag.replaceAll('"', ''),
        size: metadata.size,
        content_type: metadata.mimetype,
        cache_control: metadata.cacheControl,
        etag: metadata.eTag,
        metadata: user_metadata,
        last_modified: updated_at,
        created_at,
      })
    },

    async sign(request: Request, name: string): Promise<Response> {
      requireKey(request, keys)
      const body = await readBody(request, signature)
      const width = body.transform?.width
      await (width ? existingImage(name) : existingObject(name))
      return Response.json({ signedURL: await addresses.sign({ name, width }, body.expiresIn) })
    },

    async signMany(request: Request): Promise<Response> {
      requireKey(request, keys)
      const { paths, expiresIn: seconds } = await readBody(request, signatures)
      const known = await findNames(sql, paths.filter(readStoredName))
      const signed = paths.map(async (path) => {
        if (!known.has(path)) return { error: unknownPath, path, signedURL: null }
        return { error: null, path, signedURL: await addresses.sign({ name: path }, seconds) }
      })
      return Response.json(await Promise.all(signed))
    },

    async readSigned(request: Request, name: string, { token, download }: { token: string; download: string | null }) {
      const { seconds, width } = await addresses.verify(token, name)
      if (width !== undefined) throw new StorageError('InvalidSignature', 'Invalid signature')
      return read(request, name, { download, seconds })
    },

    async resizeSigned(request: Request, name: string, token: string): Promise<Response> {
      const { seconds, width } = await addresses.verify(token, name)
      if (typeof width !== 'number') throw new StorageError('InvalidSignature', 'Invalid signature')
      return resize(request, name, { width, seconds })
    },
  }
}

const unknownPath = 'Either the object does not exist or you do not have access to it'

function requireKey({ headers }: Request, keys: Keys): void {
  if (!roleOfKey(headers.get('apikey') ?? '', keys)) throw new StorageError('InvalidJWT', 'A valid key is needed')
}
