/** Finds the best quality at which a picture fits into a range of file sizes. */

export interface Encoded {
  size: number
}

interface Fitted<File extends Encoded> {
  file: File
  /** 0 to 1, as the encoder takes it. */
  quality: number
  /** Below the range even at the best quality, above it even at the worst, or inside it. */
  fit: 'too small' | 'too large' | 'fits'
}

const BEST = 1
/** Encoders make larger files above this, hardly better ones. */
const GOOD = 0.95
const WORST = 0.1
/** Halvings of the range of qualities: 2 to the power of 8 steps, finer than encoders have. */
const STEPS = 8

/**
 * @param encode makes the file at a quality
 * @param range of the file's size in bytes, both inclusive
 * @returns the file of the highest sensible quality inside the range, else the one nearest to it
 */
export async function fitSize<File extends Encoded>(
  encode: (quality: number) => Promise<File>,
  { from, to }: { from: number; to: number },
): Promise<Fitted<File>> {
  const good = await encode(GOOD)
  if (good.size >= from && good.size <= to) return { file: good, quality: GOOD, fit: 'fits' }
  let [low, high] = good.size > to ? [WORST, GOOD] : [GOOD, BEST]
  const end = good.size > to ? WORST : BEST
  const last = await encode(end)
  if (end === BEST && last.size <= to)
    return { file: last, quality: BEST, fit: last.size < from ? 'too small' : 'fits' }
  if (end === WORST && last.size > to) return { file: last, quality: WORST, fit: 'too large' }
  let best = end === WORST ? { file: last, quality: WORST } : { file: good, quality: GOOD }
  for (let step = 0; step < STEPS; step += 1) {
    const quality = (low + high) / 2
    const file = await encode(quality)
    if (file.size > to) high = quality
    else {
      low = quality
      best = { file, quality }
    }
  }
  return { ...best, fit: best.file.size < from ? 'too small' : 'fits' }
}
