import type { Sharp, SharpOptions } from 'sharp'
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '#domain/limits.ts'
import { UPLOAD } from '#domain/messages.ts'
import type { StoredEnding } from '#domain/stored-file.ts'
import { StorageError } from './storage-error.ts'

/** Damage that decoders only warn of is common in photos; missing data is not accepted. */
const decoding: SharpOptions = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }

/** Seconds after which processing one image times out. */
const timeout = 30

const encoders: Record<Exclude<StoredEnding, 'pdf'>, (image: Sharp) => Sharp> = {
  jpg: (image) => image.jpeg({ quality: 88, mozjpeg: true }),
  png: (image) => image.png({ compressionLevel: 9 }),
  webp: (image) => image.webp({ quality: 88 }),
}

/**
 * Decodes an uploaded image completely and encodes it again: upright, in sRGB, at most IMAGE_MAX_SIDE long, and without
 * its metadata, such as locations and names.
 * @param path of the uploaded image
 * @throws StorageError when it is damaged or has too many pixels
 */
export async function rewriteImage(
  path: string,
  ending: keyof typeof encoders,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const sharp = await openSharp()
  const { width, height } = await readable(() => sharp(path, decoding).metadata())
  if (width * height > IMAGE_MAX_PIXELS) throw new StorageError('EntityTooLarge', UPLOAD.tooManyPixels)
  const bounds = { width: IMAGE_MAX_SIDE, height: IMAGE_MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const
  const upright = sharp(path, decoding).autoOrient().resize(bounds).toColourspace('srgb').timeout({ seconds: timeout })
  const { data, info } = await readable(() => encoders[ending](upright).toBuffer({ resolveWithObject: true }))
  return { bytes: data, width: info.width, height: info.height }
}

/**
 * @param width in pixels; an image is never enlarged
 * @returns the image as WebP
 */
export async function imageVariant(image: Uint8Array, width: number): Promise<Buffer> {
  const sharp = await openSharp()
  const variant = sharp(image, decoding).resize({ width, withoutEnlargement: true }).timeout({ seconds: timeout })
  return variant.webp({ quality: 80 }).toBuffer()
}

/** The library is loaded with the first image, not with the server. */
async function openSharp() {
  return (await import('sharp')).default
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && /exceeds pixel limit/i.test(error.message))
      throw new StorageError('EntityTooLarge', UPLOAD.tooManyPixels)
    throw new StorageError('InvalidMimeType', UPLOAD.damagedImage)
  }
}
