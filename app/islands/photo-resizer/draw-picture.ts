import { frameIn, type Crop, type Sides } from '#domain/photo/crop.ts'

/** Lines that are printed at the lower edge, as some notices ask. */
export interface Caption {
  name: string
  date: string
}

/** Height of the lower edge with the lines, as a share of the picture. */
const CAPTION_SHARE = 0.17

/** Draws the part of a picture that is used on a canvas, which gets these sides. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  { bitmap, crop, caption }: { bitmap: ImageBitmap; crop: Crop; caption: Caption | null },
  sides: Sides,
): void {
  canvas.width = sides.width
  canvas.height = sides.height
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sides.width, sides.height)
  const { left, top, width, height } = frameIn(bitmap, sides, crop)
  const [byX, byY] = [sides.width / width, sides.height / height]
  context.drawImage(bitmap, -left * byX, -top * byY, bitmap.width * byX, bitmap.height * byY)
  if (caption) printCaption(context, caption, sides)
}

function printCaption(context: CanvasRenderingContext2D, { name, date }: Caption, { width, height }: Sides): void {
  const lines = [name.trim(), date.trim()].filter(Boolean)
  if (lines.length === 0) return
  const strip = (height * CAPTION_SHARE * lines.length) / 2
  const line = strip / lines.length
  context.fillStyle = '#fff'
  context.fillRect(0, height - strip, width, strip)
  context.fillStyle = '#000'
  context.font = `600 ${line * 0.72}px sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  lines.forEach((text, index) => context.fillText(text, width / 2, height - strip + line * (index + 0.5), width * 0.96))
}

/**
 * @param quality 0 to 1
 * @returns a JPEG file without metadata
 * @throws Error when the browser has not the memory
 */
export function encodeJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (file) => (file ? resolve(file) : reject(new Error('The canvas could not be encoded'))),
      'image/jpeg',
      quality,
    )
  })
}
