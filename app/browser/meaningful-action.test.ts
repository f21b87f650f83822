import { afterEach, expect, test, vi } from 'vitest'

const window = new EventTarget()

afterEach(() => vi.unstubAllGlobals())

/** The module as a page loads it. */
async function onNewPage() {
  vi.resetModules()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window))
  return import('./meaningful-action.ts')
}

test('every action is reported', async () => {
  const { noteMeaningfulAction, onMeaningfulAction } = await onNewPage()
  const callback = vi.fn<() => void>()
  onMeaningfulAction(callback)
  expect(callback).not.toHaveBeenCalled()
  noteMeaningfulAction()
  noteMeaningfulAction()
  expect(callback).toHaveBeenCalledTimes(2)
})

test('an action before the banners are loaded is not lost', async () => {
  const { noteMeaningfulAction, onMeaningfulAction } = await onNewPage()
  noteMeaningfulAction()
  const callback = vi.fn<() => void>()
  onMeaningfulAction(callback)
  expect(callback).toHaveBeenCalledOnce()
})
