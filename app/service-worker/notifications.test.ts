import { beforeEach, expect, test, vi } from 'vitest'
import { FakeClient, startFakeWorker } from '#test/fakes/service-worker.ts'
import { openNotification } from './notifications.ts'

let browser: ReturnType<typeof startFakeWorker>

beforeEach(() => {
  browser = startFakeWorker()
})

/** Taps a notification while windows are open at these paths. */
async function tap(url: string, ...paths: string[]) {
  const windows = paths.map((path) => new FakeClient(path, path))
  browser.clients.all.push(...windows)
  const close = vi.fn<() => void>()
  await openNotification({ close, data: { url } } as unknown as Notification)
  expect(close).toHaveBeenCalledOnce()
  return windows.map(({ url: address, isFocused }) => ({ path: new URL(address).pathname, isFocused }))
}

test('a tapped notification brings a public window to the front and opens its page there', async () => {
  expect(await tap('/jobs/x', '/admin/jobs', '/results')).toEqual([
    { path: '/admin/jobs', isFocused: false },
    { path: '/jobs/x', isFocused: true },
  ])
  expect(browser.clients.opened).toEqual([])
})

test('a tapped notification only brings a window to the front that shows its page already', async () => {
  expect(await tap('/jobs/x', '/results', '/jobs/x')).toEqual([
    { path: '/results', isFocused: false },
    { path: '/jobs/x', isFocused: true },
  ])
})

test('a tapped notification opens a new window when only an admin window is open', async () => {
  expect(await tap('/jobs/x', '/admin/jobs')).toEqual([{ path: '/admin/jobs', isFocused: false }])
  expect(browser.clients.opened).toEqual(['/jobs/x'])
})
