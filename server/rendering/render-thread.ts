import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type { CallFunction } from '#app/data/backend-client.ts'
import { logConsole } from '#server/log.ts'
import type { CreateSite } from '#server/site-interface.ts'
import * as messages from './messages.ts'

/**
 * The program of a thread that renders pages. The thread creates the same site as the main thread, and the main thread
 * calls the functions of the backend for it.
 */
const { bundle, settings, assets } = workerData as messages.ThreadStart
/** Number of the page that is being rendered, for the function calls of its render. */
const current = new AsyncLocalStorage<number>()
/** Calls that the main thread has not answered yet, by number. */
const calls = new Map<number, PromiseWithResolvers<messages.FunctionAnswer>>()
let lastCall = 0

const post = (message: messages.FromThread, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

const callFunction: CallFunction = (name, given) => {
  const call = ++lastCall
  const reply = Promise.withResolvers<messages.FunctionAnswer>()
  calls.set(call, reply)
  post({ call, page: current.getStore(), name, given })
  return reply.promise.finally(() => calls.delete(call))
}

logConsole()
const { createSite } = (await import(bundle)) as { createSite: CreateSite }
const site = createSite({
  settings,
  assets,
  fetchBackend: () => Promise.reject(new TypeError('The main thread handles forms')),
  callFunction,
  logFailure: (failure, error) => post({ failure, reason: messages.textOf(error) }),
})

async function render({ page, url, method, isTagged }: messages.PageTask): Promise<void> {
  const tags: messages.Tag[] = []
  const context = isTagged ? { tag: (...tag: messages.Tag) => void tags.push(tag) } : {}
  try {
    const response = await messages.sentResponse(
      await current.run(page, () => site.fetch(new Request(url, { method }), context)),
    )
    post({ page, response, tags }, messages.transferOf(response))
  } catch (error) {
    post({ page, error: messages.textOf(error) })
  }
}

parentPort?.on('message', (message: messages.ToThread) => {
  if ('page' in message) void render(message)
  else if ('answer' in message) calls.get(message.call)?.resolve(message.answer)
  else calls.get(message.call)?.reject(new TypeError(message.error))
})
post('ready')
