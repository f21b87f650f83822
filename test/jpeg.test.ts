import sharp from 'sharp'
import { expect, test } from 'vitest'
import { filledUp, pictureSides, withDpi } from '#domain/photo/jpeg.ts'

const picture = () => sharp({ create: { width: 140, height: 60, channels: 3, background: '#fff' } })
const jpeg = async () => new Uint8Array(await picture().jpeg().toBuffer())

test.each(['jpeg', 'png'] as const)('the sides of a %s file are read from its header', async (format) => {
  expect(pictureSides(new Uint8Array(await picture().toFormat(format).toBuffer()))).toEqual({ width: 140, height: 60 })
})

test('the sides of a progressive JPEG file with metadata before its frame are read', async () => {
  const file = await picture().withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer()
  expect(pictureSides(new Uint8Array(file))).toEqual({ width: 140, height: 60 })
})

test.each([
  ['nothing', []],
  ['two bytes', [0xff, 0xd8]],
  ['a text', Buffer.from('This is no picture at all, but a text')],
  ['a cut JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a]],
  ['a JPEG whose segments have no length', [0xff, 0xd8, 0xff, 0xe1, 0, 0, 0xff, 0xff, 0, 0, 0, 0]],
])('%s has no sides', (_what, bytes) => {
  expect(pictureSides(new Uint8Array(bytes))).toBe(null)
})

test.each([100, 200, 300])('a file gets the resolution of %i dpi and stays a picture', async (dpi) => {
  const file = withDpi(await jpeg(), dpi)
  expect(await sharp(file).metadata()).toMatchObject({ density: dpi, width: 140, height: 60 })
  expect((await sharp(file).raw().toBuffer()).length).toBe(140 * 60 * 3)
})

test('a file that has a resolution gets another one, and no second header', async () => {
  const file = withDpi(await jpeg(), 100)
  const changed = withDpi(file, 200)
  expect(changed.length).toBe(file.length)
  expect(await sharp(changed).metadata()).toMatchObject({ density: 200 })
})

test.each([10_240, 20_480, 150_000])('a file is filled up to %i bytes and stays a picture', async (bytes) => {
  const file = filledUp(await jpeg(), bytes)
  expect(file.length).toBeGreaterThanOrEqual(bytes)
  expect(file.length).toBeLessThan(bytes + 8)
  expect((await sharp(file, { failOn: 'warning' }).raw().toBuffer()).length).toBe(140 * 60 * 3)
})

test('a file that is long enough stays as it is', async () => {
  const file = await jpeg()
  expect(filledUp(file, 100)).toEqual(file)
})
