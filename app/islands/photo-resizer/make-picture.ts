import type { Crop } from '#domain/photo/crop.ts'
import { fitSize } from '#domain/photo/fit-size.ts'
import { filledUp, withDpi } from '#domain/photo/jpeg.ts'
import { pixelsOf, type PhotoSize } from '#domain/photo/photo-size.ts'
import { drawPicture, encodeJpeg, type Caption } from './draw-picture.ts'

export interface MadePicture {
  file: Blob
  width: number
  height: number
  fit: 'fits' | 'filled' | 'too large'
}

const KB = 1_024

/**
 * Makes the file that a form asks for: its sides in pixels, its resolution, and its bytes within the range.
 *
 * @throws Error when the browser has not the memory
 */
export async function makePicture(
  drawn: { bitmap: ImageBitmap; crop: Crop; caption: Caption | null },
  size: PhotoSize,
): Promise<MadePicture> {
  const sides = pixelsOf(size)
  const canvas = document.createElement('canvas')
  drawPicture(canvas, drawn, sides)
  const range = { from: size.fromKb * KB, to: size.toKb * KB }
  // The header with the resolution adds up to 18 bytes.
  const { file, fit } = await fitSize((quality) => encodeJpeg(canvas, quality), { ...range, to: range.to - 18 })
  const plain = withDpi(new Uint8Array(await file.arrayBuffer()), size.dpi)
  const bytes = fit === 'too small' ? filledUp(plain, range.from) : plain
  return {
    file: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
    ...sides,
    fit: fit === 'too small' ? 'filled' : fit,
  }
}
