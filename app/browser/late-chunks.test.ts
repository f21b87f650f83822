import { afterEach, expect, test, vi } from 'vitest'
import { CHUNK_LOAD_ERROR } from '#domain/messages.ts'
import { startFollow } from '#app/push/follow/start-follow.ts'
import { startShowMore } from './show-more.ts'

vi.mock('./chunk-limit.ts', () => ({ withChunkLimit: () => Promise.reject(new Error(CHUNK_LOAD_ERROR)) }))
vi.mock('./add-rows.ts', () => ({}))
vi.mock('#app/push/follow/follow-dialog.ts', () => ({}))

afterEach(() => vi.unstubAllGlobals())

/** An element that stands for the link that it is asked for. */
class FakeLink {
  isConnected = false
  closest = () => this
}

test.each([
  ['show-more', startShowMore],
  ['start-follow', () => startFollow(() => Promise.resolve({} as never))],
])('the script of a tap that %s waits for is reported when it does not arrive', async (_name, start) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  let tap: (event: object) => void = () => {}
  vi.stubGlobal('Element', FakeLink)
  vi.stubGlobal('document', { addEventListener: (_type: string, listener: typeof tap) => (tap = listener) })
  start()
  tap({ target: new FakeLink(), preventDefault: () => {} })
  await vi.waitFor(() => expect(warn).toHaveBeenCalled())
  expect(warn).toHaveBeenCalledOnce()
  expect(warn.mock.lastCall?.at(-1)).toEqual(new Error(CHUNK_LOAD_ERROR))
  warn.mockRestore()
})
