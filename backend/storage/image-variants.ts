import { buffer } from 'node:stream/consumers'
import type { FileStore, StoredBytes } from './file-store.ts'
import { imageVariant } from './images.ts'
import type { Limiter } from '#backend/limiter.ts'
import { StorageError } from './storage-error.ts'
import { IMAGE_WIDTHS } from '#domain/limits.ts'

/** @returns names of the variants of an image, without the image itself */
export function variantNames(name: string): string[] {
  return IMAGE_WIDTHS.map((width) => variantName(name, width))
}

function variantName(name: string, width: number): string {
  return `${name}.${width}.webp`
}

/**
 * Variants of stored images: each one is created once, at its first request, and stored.
 * @param heavyWork limits how many images are processed at once
 */
export function openImageVariants(store: FileStore, heavyWork: Limiter) {
  const inFlight = new Map<string, Promise<Buffer>>()

  async function create(name: string, width: number): Promise<Buffer> {
    const original = await store.read(name)
    if (!original) throw new StorageError('NoSuchKey', 'Object not found', new Error(`The file of ${name} is missing`))
    const bytes = await imageVariant(await buffer(original.body), width)
    await store.put(variantName(name, width), bytes, 'image/webp')
    return bytes
  }

  /** @param name of a stored image that exists */
  return async function read(name: string, width: number): Promise<StoredBytes> {
    const key = variantName(name, width)
    const stored = await store.read(key)
    if (stored) return stored
    const creation = inFlight.get(key) ?? heavyWork(() => create(name, width)).finally(() => inFlight.delete(key))
    inFlight.set(key, creation)
    const bytes = await creation
    return { size: bytes.length, body: new Blob([new Uint8Array(bytes)]).stream() }
  }
}
