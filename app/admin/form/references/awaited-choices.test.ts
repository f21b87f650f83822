import { expect, test } from 'vitest'
import { AwaitedChoices } from './awaited-choices.ts'

test('without a search nothing is awaited', async () => {
  expect(await new AwaitedChoices().areFound()).toBe(true)
})

test.each([
  [[true, true], true],
  [[true, false], false],
])('boxes that end their search with %j are found: %s', async (ends, areFound) => {
  const awaited = new AwaitedChoices()
  const searches = ends.map(() => Promise.withResolvers<boolean>())
  for (const { promise } of searches) awaited.waitFor(promise)
  const answer = awaited.areFound()
  for (const [index, { resolve }] of searches.entries()) resolve(ends[index] === true)
  expect(await answer).toBe(areFound)
  expect(await awaited.areFound(), 'a search that has ended is not awaited').toBe(true)
})
