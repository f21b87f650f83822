import { buffer } from 'node:stream/consumers'
import type { FileStore, StoredBytes } from './file-store.ts'
import { imageVariant } from './images.ts'
import type { Limiter } from '#backend/limiter.ts'
import { StorageError } from './storage-error.ts'
import { IMAGE_WIDTHS } from '#domain/limits.ts'

/** @returns names of the sizes of an image, beside the image itself */
export function variantNames(name: string): string[] {
  return IMAGE_WIDTHS.map((width) => variantName(name, width))
}

function variantName(name: string, width: number): string {
  return `${name}.${width}.webp`
}

/**
 * The sizes of stored images: each one is made when it is first asked for, once, and kept.
 * @param heavyWork lets images wait for their turn
 */
export function openImageVariants(store: FileStore, heavyWork: Limiter) {
  const inWork = new Map<string, Promise<Buffer>>()

  async function make(name: string, width: number): Promise<Buffer> {
    const original = await store.read(name)
    if (!original) throw new StorageError('NoSuchKey', 'Object not found', new Error(`The file of ${name} is missing`))
    const bytes = await imageVariant(await buffer(original.body), width)
    await store.put(variantName(name, width), bytes, 'image/webp')
    return bytes
  }

  /** @param name of a stored image that exists */
  return async function read(name: string, width: number): Promise<StoredBytes> {
    const key = variantName(name, width)
    const kept = await store.read(key)
    if (kept) return kept
    const making = inWork.get(key) ?? heavyWork(() => make(name, width)).finally(() => inWork.delete(key))
    inWork.set(key, making)
    const bytes = await making
    return { size: bytes.length, body: new Blob([new Uint8Array(bytes)]).stream() }
  }
}
