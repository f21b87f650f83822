import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UPLOAD } from '#domain/messages.ts'
import { UPLOAD_STALL_MS } from '#domain/limits.ts'
import type { AdminClient } from './admin-client.ts'
import { uploadFile } from './upload.ts'

const MEGABYTE = 1024 ** 2

/** A request whose progress a test makes up. */
class Request {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onloadend?: () => void
  onabort?: () => void
  isAborted = false
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.isAborted = true
    this.onabort?.()
    this.onloadend?.()
  }
  progress(megabytes: number) {
    this.upload.onprogress?.({ loaded: megabytes * MEGABYTE, total: 10 * MEGABYTE })
  }
}

let request: Request

beforeEach(() => {
  vi.useFakeTimers()
  request = new Request()
  vi.stubGlobal('XMLHttpRequest', function () {
    return request
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Begins to upload 10 MB. @returns what waits for the error with which it ends */
async function begin(): Promise<() => Promise<unknown>> {
  const session = { access_token: 'token', user: { id: 'asha' } }
  const client = { auth: { getSession: () => Promise.resolve({ data: { session } }) } } as unknown as AdminClient
  const file = new File([new Uint8Array(10 * MEGABYTE)], 'a.pdf', { type: 'application/pdf' })
  const target = { client, siteUrl: 'https://suchana.example', publishableKey: 'key' }
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  const ended = uploadFile(target, file, options).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  return () => ended
}

test('an upload whose progress stands still ends', async () => {
  const ended = await begin()
  request.progress(2)
  vi.advanceTimersByTime(UPLOAD_STALL_MS - 1)
  expect(request.isAborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(request.isAborted).toBe(true)
  expect(await ended()).toMatchObject({ message: UPLOAD.broken, status: 0 })
})

test('an upload that was sent completely and gets no answer ends', async () => {
  const ended = await begin()
  request.progress(10)
  vi.advanceTimersByTime(UPLOAD_STALL_MS - 1)
  expect(request.isAborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(request.isAborted).toBe(true)
  expect(await ended()).toMatchObject({ message: UPLOAD.broken, status: 0 })
})

test('an upload has time while it progresses or waits for a free connection', async () => {
  await begin()
  vi.advanceTimersByTime(2 * UPLOAD_STALL_MS)
  for (let megabytes = 1; megabytes <= 10; megabytes += 1) {
    request.progress(megabytes)
    vi.advanceTimersByTime(UPLOAD_STALL_MS - 1)
  }
  expect(request.isAborted).toBe(false)
})
