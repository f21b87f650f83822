import { afterEach, expect, test, vi } from 'vitest'
import { onSavedElsewhere } from './stored-notices.ts'

afterEach(() => vi.unstubAllGlobals())

/** @returns what writes so many entries in another tab, and the document, which is hidden at first */
function startFakePage() {
  const page = new EventTarget()
  const shown = Object.assign(new EventTarget(), { hidden: true })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', shown)
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback))
  const write = (entries: number, prefix = 'saved_notice') => {
    for (let id = 0; id < entries; id += 1)
      page.dispatchEvent(Object.assign(new Event('storage'), { key: `${prefix} jobs:${id}` }))
  }
  return { shown, write }
}

const frames = () => new Promise((resolve) => setTimeout(() => setTimeout(() => setTimeout(resolve))))

test('what another tab writes at once is reported once, when the page is on screen', async () => {
  const { shown, write } = startFakePage()
  const callback = vi.fn<() => void>()
  onSavedElsewhere(callback)
  write(200)
  await frames()
  expect(callback, 'the page is hidden').not.toHaveBeenCalled()
  shown.hidden = false
  shown.dispatchEvent(new Event('visibilitychange'))
  await frames()
  expect(callback).toHaveBeenCalledOnce()
  write(200)
  await frames()
  expect(callback).toHaveBeenCalledTimes(2)
  write(1, 'user_preferences')
  await frames()
  expect(callback).toHaveBeenCalledTimes(2)
})
