import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { scriptLoader } from '#app/browser/head-script.ts'
import { onWorkerMessage } from './worker-messages.ts'

afterEach(() => vi.unstubAllGlobals())

/** A document whose head has run its inline script; `send` delivers a message of the service worker. */
function openDocument() {
  const serviceWorker = Object.assign(new EventTarget(), { startMessages: () => undefined })
  const page: Record<string, unknown> = { navigator: { serviceWorker }, addEventListener: () => undefined }
  page['window'] = page
  page['PerformanceObserver'] = class {
    observe() {}
  }
  runInNewContext(scriptLoader('/main.js', '/print.css'), page)
  vi.stubGlobal('navigator', page['navigator'])
  vi.stubGlobal('earlyMessages', page['earlyMessages'])
  const send = (path: string) =>
    serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'fresh', url: path } }))
  return { page, send }
}

test('a listener gets the messages before the script, while it starts, and after that, each once', () => {
  const { page, send } = openDocument()
  send('/before')
  page['hasStarted'] = true
  send('/while-it-starts')
  const received: string[] = []
  onWorkerMessage(({ url }) => received.push(url))
  send('/after')
  expect(received).toEqual(['/before', '/while-it-starts', '/after'])
})
