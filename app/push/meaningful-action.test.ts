import { afterEach, expect, test, vi } from 'vitest'

const window = new EventTarget()

afterEach(() => vi.unstubAllGlobals())

/** Loads the module again, as a new page does. */
async function onNewPage() {
  vi.resetModules()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window))
  return import('./meaningful-action.ts')
}

test('every meaningful action is reported to the callback', async () => {
  const { reportMeaningfulAction, onMeaningfulAction } = await onNewPage()
  const callback = vi.fn<() => void>()
  onMeaningfulAction(callback)
  expect(callback).not.toHaveBeenCalled()
  reportMeaningfulAction()
  reportMeaningfulAction()
  expect(callback).toHaveBeenCalledTimes(2)
})

test('an action before the callback is registered is reported at once', async () => {
  const { reportMeaningfulAction, onMeaningfulAction } = await onNewPage()
  reportMeaningfulAction()
  const callback = vi.fn<() => void>()
  onMeaningfulAction(callback)
  expect(callback).toHaveBeenCalledOnce()
})
