import { expect, test } from 'vitest'
import { inUnit, PHOTO_SIZES, pixelsOf, sizeProblem, sizeText } from './photo-size.ts'

test.each(Object.entries(PHOTO_SIZES))('the size %s can be made', (_name, size) => {
  expect(sizeProblem(size)).toBe(null)
})

test('centimetres become pixels at the resolution', () => {
  expect(pixelsOf(PHOTO_SIZES['SSC photo'])).toEqual({ width: 276, height: 354 })
  expect(pixelsOf(PHOTO_SIZES['IBPS photo'])).toEqual({ width: 200, height: 230 })
})

const size = PHOTO_SIZES['IBPS photo']
test.each([
  [{ width: 10 }, ['width'], /20 to 4000 pixels/],
  [{ height: 5_000 }, ['height'], /20 to 4000 pixels/],
  [{ width: Number.NaN }, ['width'], /20 to 4000 pixels/],
  [{ width: Number.NaN, height: 1 }, ['width', 'height'], /20 to 4000 pixels/],
  [{ dpi: 0 }, ['dpi'], /resolution/],
  [{ dpi: Number.NaN, unit: 'cm' as const }, ['dpi'], /resolution/],
  [{ toKb: 1 }, ['toKb'], /largest size/],
  [{ fromKb: 50 }, ['fromKb'], /smallest size/],
  [{ fromKb: -1 }, ['fromKb'], /smallest size/],
])('the size with %j cannot be made', (wrong, fields, text) => {
  expect(sizeProblem({ ...size, ...wrong })).toEqual({ fields, text: expect.stringMatching(text) })
})

test.each(Object.entries(PHOTO_SIZES))('the size %s stays as many pixels in the other unit', (_name, known) => {
  const there = inUnit(known, known.unit === 'px' ? 'cm' : 'px')
  expect(there.unit).not.toBe(known.unit)
  expect(pixelsOf(there)).toEqual(pixelsOf(known))
  const back = inUnit(there, known.unit)
  expect(back).toEqual(known)
})

test.each([50, 1_200])('every side that can be made stays as many pixels in centimetres at %i dpi', (dpi) => {
  const sides = Array.from({ length: 3_981 }, (_, index) => 20 + index)
  const there = sides.map((side) => pixelsOf(inUnit({ ...size, width: side, height: side, dpi }, 'cm')).height)
  expect(there).toEqual(sides)
})

test('without a resolution the numbers stay as they are in another unit', () => {
  expect(inUnit({ ...size, dpi: Number.NaN }, 'cm')).toEqual({ ...size, dpi: Number.NaN, unit: 'cm' })
})

test('a size is said in words', () => {
  expect(sizeText(size)).toBe('200 x 230 pixels, 20 to 50 KB')
  expect(sizeText(PHOTO_SIZES['SSC photo'])).toBe('3.5 x 4.5 cm at 200 dpi, 20 to 50 KB')
})
