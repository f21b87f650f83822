import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TAKE_OVER_MS, UPDATE_CHECK_MS } from '#domain/limits.ts'
import { storePage, takeOver, watchUpdates } from './service-worker.ts'

class FakeRegistration extends EventTarget {
  installing: EventTarget | null = null
  waiting: { postMessage: (message: unknown) => void } | null = null
  update = vi.fn<() => Promise<void>>(() => Promise.resolve())

  /** Simulates that the browser has found and installed a new version. */
  install(): void {
    this.installing = new EventTarget()
    this.dispatchEvent(new Event('updatefound'))
    this.waiting = { postMessage: () => {} }
    this.installing.dispatchEvent(new Event('statechange'))
  }
}

const asReal = (registration: FakeRegistration) => registration as unknown as ServiceWorkerRegistration

class FakeDocument extends EventTarget {
  visibilityState = 'visible'

  show(state: 'visible' | 'hidden'): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let document: FakeDocument
let registration: FakeRegistration

beforeEach(() => {
  vi.useFakeTimers()
  document = new FakeDocument()
  registration = new FakeRegistration()
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a new version of the service worker', () => {
  test('a new version of the service worker is reported when it is installed', () => {
    const onUpdate = vi.fn<() => void>()
    watchUpdates(asReal(registration), onUpdate)
    expect(onUpdate).not.toHaveBeenCalled()
    registration.install()
    expect(onUpdate).toHaveBeenCalledOnce()
  })

  test('a new version of the service worker is reported at once when it is already installed', () => {
    registration.install()
    const onUpdate = vi.fn<() => void>()
    watchUpdates(asReal(registration), onUpdate)
    expect(onUpdate).toHaveBeenCalledOnce()
  })

  test('a new version of the service worker is not reported to a page without a service worker, because it is the first one', () => {
    vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
    const onUpdate = vi.fn<() => void>()
    watchUpdates(asReal(registration), onUpdate)
    registration.install()
    expect(onUpdate).not.toHaveBeenCalled()
  })
})

test('a visible page checks for updates every 30 seconds, and at once when it becomes visible', () => {
  watchUpdates(asReal(registration), () => {})
  expect(UPDATE_CHECK_MS).toBe(30_000)
  vi.advanceTimersByTime(90_000)
  expect(registration.update).toHaveBeenCalledTimes(3)
  document.show('hidden')
  vi.advanceTimersByTime(90_000)
  expect(registration.update).toHaveBeenCalledTimes(3)
  document.show('visible')
  expect(registration.update).toHaveBeenCalledTimes(4)
  vi.advanceTimersByTime(30_000)
  expect(registration.update).toHaveBeenCalledTimes(5)
})

test('takeOver posts a message to the waiting worker, and reloads once when it controls the page', () => {
  const serviceWorker = new EventTarget()
  const reload = vi.fn<() => void>()
  const postMessage = vi.fn<(message: unknown) => void>()
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('location', { reload })
  registration.waiting = { postMessage }
  takeOver(asReal(registration))
  expect(postMessage).toHaveBeenCalledWith({ type: 'take-over' })
  expect(reload).not.toHaveBeenCalled()
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
})

test('takeOver reloads once, too, when the waiting worker does not control the page in time', () => {
  const serviceWorker = new EventTarget()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('location', { reload })
  registration.waiting = { postMessage: () => {} }
  takeOver(asReal(registration))
  vi.advanceTimersByTime(TAKE_OVER_MS - 1)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  [undefined, [{ type: 'store-page', path: '/jobs' }]],
  [{ saveData: false }, [{ type: 'store-page', path: '/jobs' }]],
  [{ saveData: true }, []],
])('storePage with the connection %j posts the messages %j to the worker', async (connection, messages) => {
  const posted: unknown[] = []
  const active = { postMessage: (message: unknown) => posted.push(message) }
  vi.stubGlobal('navigator', { connection, serviceWorker: { ready: Promise.resolve({ active }) } })
  await storePage('/jobs')
  expect(posted).toEqual(messages)
})
