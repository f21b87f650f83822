import { pictureSides } from '#domain/photo/jpeg.ts'
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from '#domain/photo/photo-size.ts'
import { PHOTO } from './words.ts'

export interface Picture {
  bitmap: ImageBitmap
  /** Name of the file without its ending. */
  name: string
  /** Size of the file in bytes. */
  bytes: number
}

/** Bytes in which the frame header of a photo is found: its metadata with a preview comes before. */
const HEAD = 262_144

/**
 * Opens a file as a picture, upright as its orientation says. The sides are read before it is decoded, because a small
 * file may have more pixels than the memory holds.
 *
 * @throws Error with a text for the visitor
 */
export async function openPicture(file: File): Promise<Picture> {
  if (file.size > PHOTO_MAX_BYTES) throw new Error(PHOTO.tooLarge)
  const sides = pictureSides(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
  if (sides && sides.width * sides.height > PHOTO_MAX_PIXELS) throw new Error(PHOTO.tooManyPixels)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    throw new Error(PHOTO.broken, { cause: error })
  })
  if (bitmap.width * bitmap.height > PHOTO_MAX_PIXELS) throw new Error(PHOTO.tooManyPixels)
  return { bitmap, name: file.name.replace(/\.\w+$/, ''), bytes: file.size }
}

/** @returns the picture, turned to the right by a quarter */
export async function turned({ bitmap, ...rest }: Picture): Promise<Picture> {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.height
  canvas.height = bitmap.width
  const context = canvas.getContext('2d')
  context?.translate(bitmap.height, 0)
  context?.rotate(Math.PI / 2)
  context?.drawImage(bitmap, 0, 0)
  return { ...rest, bitmap: await createImageBitmap(canvas) }
}
