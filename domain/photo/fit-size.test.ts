import { expect, test } from 'vitest'
import { fitSize } from './fit-size.ts'

/** An encoder whose files grow with the quality, as those of browsers do. */
const encoder = (smallest: number, largest: number) => {
  const qualities: number[] = []
  const encode = (quality: number) => {
    qualities.push(quality)
    return Promise.resolve({ size: Math.round(smallest + (largest - smallest) * quality ** 3) })
  }
  return { encode, qualities }
}

test.each([
  ['a picture that fits at once', [5_000, 40_000], 'fits', 1],
  ['a picture that must be compressed', [5_000, 900_000], 'fits', 10],
  ['a picture that fits only at the best quality', [1_000, 23_000], 'fits', 2],
  ['a small picture', [500, 6_000], 'too small', 2],
  ['a picture that stays too large', [80_000, 900_000], 'too large', 2],
] as const)('%s is fitted into 20 to 50 KB: %j gives %s after %i tries', async (_what, [small, large], fit, tries) => {
  const { encode, qualities } = encoder(small, large)
  const fitted = await fitSize(encode, { from: 20_480, to: 51_200 })
  expect(fitted.fit).toBe(fit)
  expect(qualities.length).toBe(tries)
  expect(fitted.file).toEqual(await encode(fitted.quality))
  const { size } = fitted.file
  expect(size < 20_480 ? 'too small' : size > 51_200 ? 'too large' : 'fits').toBe(fit)
})

test('the highest quality whose file fits is found to a hundredth', async () => {
  const { encode } = encoder(0, 100_000)
  const { quality } = await fitSize(encode, { from: 100, to: 51_200 })
  expect((await encode(quality + 0.01)).size).toBeGreaterThan(51_200)
})

test('a file that is too large at a good quality and below the range at the next is nearest below', async () => {
  const encode = (quality: number) => Promise.resolve({ size: quality > 0.5 ? 60_000 : 10_000 })
  expect(await fitSize(encode, { from: 20_480, to: 51_200 })).toMatchObject({
    fit: 'too small',
    file: { size: 10_000 },
  })
})
