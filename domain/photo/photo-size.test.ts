import { expect, test } from 'vitest'
import { PHOTO_SIZES, pixelsOf, sizeProblem, sizeText } from './photo-size.ts'

test.each(Object.entries(PHOTO_SIZES))('the size %s can be made', (_name, size) => {
  expect(sizeProblem(size)).toBe(null)
})

test('centimetres become pixels at the resolution', () => {
  expect(pixelsOf(PHOTO_SIZES['SSC photo'])).toEqual({ width: 276, height: 354 })
  expect(pixelsOf(PHOTO_SIZES['IBPS photo'])).toEqual({ width: 200, height: 230 })
})

const size = PHOTO_SIZES['IBPS photo']
test.each([
  [{ width: 10 }, /20 to 4000 pixels/],
  [{ height: 5_000 }, /20 to 4000 pixels/],
  [{ width: Number.NaN }, /20 to 4000 pixels/],
  [{ dpi: 0 }, /resolution/],
  [{ toKb: 1 }, /largest size/],
  [{ fromKb: 50 }, /smallest size/],
  [{ fromKb: -1 }, /smallest size/],
])('the size with %j cannot be made', (wrong, problem) => {
  expect(sizeProblem({ ...size, ...wrong })).toMatch(problem)
})

test('a size is said in words', () => {
  expect(sizeText(size)).toBe('200 x 230 pixels, 20 to 50 KB')
  expect(sizeText(PHOTO_SIZES['SSC photo'])).toBe('3.5 x 4.5 cm at 200 dpi, 20 to 50 KB')
})
