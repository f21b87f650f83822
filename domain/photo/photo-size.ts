/** Sizes that application forms ask for. Source: docs/behaviour/sharing.md#sizes-of-pictures */

export interface PhotoSize {
  width: number
  height: number
  /** Of width and height: pixels, or centimetres at a resolution. */
  unit: 'px' | 'cm'
  /** Pixels per inch. Also written into the file. */
  dpi: number
  /** Smallest and largest size of the file, in KB of 1,024 bytes. */
  fromKb: number
  toKb: number
}

/** Usual sizes of recent notices. Where notices of one body differ, the range fits all of them. */
export const PHOTO_SIZES = {
  'Photo, usual size': { width: 3.5, height: 4.5, unit: 'cm', dpi: 200, fromKb: 20, toKb: 50 },
  'Signature, usual size': { width: 140, height: 60, unit: 'px', dpi: 200, fromKb: 10, toKb: 20 },
  'SSC photo': { width: 3.5, height: 4.5, unit: 'cm', dpi: 200, fromKb: 20, toKb: 50 },
  'SSC signature': { width: 4, height: 2, unit: 'cm', dpi: 200, fromKb: 10, toKb: 20 },
  'UPSC photo': { width: 550, height: 550, unit: 'px', dpi: 200, fromKb: 20, toKb: 200 },
  'UPSC signature': { width: 500, height: 500, unit: 'px', dpi: 200, fromKb: 20, toKb: 100 },
  'IBPS photo': { width: 200, height: 230, unit: 'px', dpi: 200, fromKb: 20, toKb: 50 },
  'IBPS signature': { width: 140, height: 60, unit: 'px', dpi: 200, fromKb: 10, toKb: 20 },
  'IBPS thumb impression': { width: 240, height: 240, unit: 'px', dpi: 200, fromKb: 20, toKb: 50 },
  'IBPS declaration': { width: 800, height: 400, unit: 'px', dpi: 200, fromKb: 50, toKb: 100 },
  'RRB photo': { width: 3.5, height: 4.5, unit: 'cm', dpi: 100, fromKb: 30, toKb: 50 },
  'RRB signature': { width: 5, height: 2, unit: 'cm', dpi: 100, fromKb: 30, toKb: 40 },
} satisfies Record<string, PhotoSize>

/** Largest file that is opened, in bytes: 25 MB; and most pixels of its picture. */
export const PHOTO_MAX_BYTES = 25 * 1024 * 1024
export const PHOTO_MAX_PIXELS = 50_000_000

const CM_PER_INCH = 2.54
/** Decimals of centimetres; the last ones are finer than a pixel at the highest resolution. */
const DECIMALS = [0, 1, 2, 3]
/** Shortest and longest side that can be made, in pixels. */
const SIDE_MIN = 20
const SIDE_MAX = 4_000

/** @returns the sides in whole pixels */
export function pixelsOf({ width, height, unit, dpi }: PhotoSize): { width: number; height: number } {
  const pixels = (side: number) => Math.round(unit === 'px' ? side : (side / CM_PER_INCH) * dpi)
  return { width: pixels(width), height: pixels(height) }
}

/**
 * Converts the sides, so that they stay as many pixels: to the shortest number of centimetres that is so many.
 *
 * @returns the size with its numbers as they are when its resolution is missing or wrong
 */
export function inUnit(size: PhotoSize, unit: PhotoSize['unit']): PhotoSize {
  if (unit === size.unit || dpiProblem(size)) return { ...size, unit }
  const pixels = pixelsOf(size)
  if (unit === 'px') return { ...size, ...pixels, unit }
  const centimetres = (side: number) =>
    DECIMALS.map((decimals) => Number(((side / size.dpi) * CM_PER_INCH).toFixed(decimals))).find(
      (written) => pixelsOf({ ...size, unit, width: written }).width === side,
    ) ?? side
  return { ...size, width: centimetres(pixels.width), height: centimetres(pixels.height), unit }
}

export interface SizeProblem {
  /** The fields that are wrong. */
  fields: readonly (keyof PhotoSize)[]
  text: string
}

/** @returns why a size cannot be made, or null */
export function sizeProblem(size: PhotoSize): SizeProblem | null {
  // First, because centimetres are pixels only at a resolution.
  const wrongDpi = dpiProblem(size)
  if (wrongDpi) return wrongDpi
  const sides = pixelsOf(size)
  const wrong = (['width', 'height'] as const).filter((side) => !(sides[side] >= SIDE_MIN && sides[side] <= SIDE_MAX))
  if (wrong.length > 0) return { fields: wrong, text: `Width and height must be ${SIDE_MIN} to ${SIDE_MAX} pixels.` }
  const { fromKb, toKb } = size
  if (!(toKb >= 2 && toKb <= 5_000)) return { fields: ['toKb'], text: 'The largest size must be 2 to 5,000 KB.' }
  if (fromKb >= 0 && fromKb < toKb) return null
  return { fields: ['fromKb'], text: 'The smallest size must be below the largest.' }
}

function dpiProblem({ dpi }: PhotoSize): SizeProblem | null {
  return dpi >= 50 && dpi <= 1_200 ? null : { fields: ['dpi'], text: 'The resolution must be 50 to 1,200 dpi.' }
}

/** @returns '3.5 x 4.5 cm at 200 dpi, 20 to 50 KB' */
export function sizeText({ width, height, unit, dpi, fromKb, toKb }: PhotoSize): string {
  const sides = unit === 'px' ? `${width} x ${height} pixels` : `${width} x ${height} cm at ${dpi} dpi`
  return `${sides}, ${fromKb} to ${toKb} KB`
}
