import { expect, test } from 'vitest'
import { frameIn, moved, smallestZoom, WHOLE, within, ZOOM_MAX } from './crop.ts'

const wide = { width: 4000, height: 3000 }
const portrait = { width: 350, height: 450 }

test('the largest frame inside a picture is centred and has the shape of the frame', () => {
  const { left, top, width, height } = frameIn(wide, portrait, WHOLE)
  expect([top, height]).toEqual([0, 3000])
  expect(width).toBeCloseTo(3000 * (350 / 450))
  expect(left).toBeCloseTo((4000 - width) / 2)
})

test('at the smallest zoom the whole picture is in the frame, with white above and below', () => {
  const zoom = smallestZoom(wide, portrait)
  const { left, top, width, height } = frameIn(wide, portrait, within(wide, portrait, { x: 0, y: 0, zoom: 0 }))
  expect(left).toBeCloseTo(0)
  expect(width).toBeCloseTo(4000)
  expect(height).toBeGreaterThan(3000)
  expect(top).toBeCloseTo((3000 - height) / 2)
  expect(zoom).toBeLessThan(1)
})

test.each([
  ['far to the left', { x: -9, y: 0 }, 0],
  ['far to the right', { x: 9, y: 0 }, 1],
])('a frame that is moved %s stays inside the picture', (_where, by, edge) => {
  const { left, width } = frameIn(wide, portrait, moved(WHOLE, by, [wide, portrait]))
  expect(edge === 0 ? left : left + width).toBeCloseTo(edge * 4000)
})

test('a frame moves by shares of its own size, so that a picture follows the finger', () => {
  const start = { ...WHOLE, zoom: 4 }
  const before = frameIn(wide, portrait, start)
  const after = frameIn(wide, portrait, moved(start, { x: 0.5, y: -0.25 }, [wide, portrait]))
  expect(after.left - before.left).toBeCloseTo(before.width / 2)
  expect(after.top - before.top).toBeCloseTo(-before.height / 4)
})

test('the zoom is limited', () => {
  expect(within(wide, portrait, { ...WHOLE, zoom: 99 }).zoom).toBe(ZOOM_MAX)
})
