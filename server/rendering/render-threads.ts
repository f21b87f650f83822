import { AsyncLocalStorage } from 'node:async_hooks'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { SiteContext, SiteOptions } from '#server/site-interface.ts'
import { receivedResponse, textOf } from './messages.ts'
import type { FromThread, FunctionCall, PageTask, ThreadStart, ToThread } from './messages.ts'

export interface RenderThreadsOptions extends ThreadStart, Pick<SiteOptions, 'callFunction' | 'logFailure'> {
  /** Threads that may run at once. */
  most: number
  /** Milliseconds that the rendering of a page may take; then its thread is terminated. */
  longestRender?: number
}

interface Rendering {
  task: PageTask
  tag: SiteContext['tag']
  reply: PromiseWithResolvers<Response>
  /** Runs a function in the context of the request, from which the backend reads the client's address. */
  inContext: ReturnType<typeof AsyncLocalStorage.snapshot>
  /**
   * Whether this is the second attempt, because the first one's thread ended. A second attempt gets a thread of its own:
   * if that ends too, this page is the cause and no other.
   */
  isRepeated: boolean
  /** Ends the attempt when it takes too long. */
  timeout?: NodeJS.Timeout
}

interface Thread {
  worker: Worker
  state: 'starting' | 'ready' | 'ending'
  pages: Map<number, Rendering>
}

/** When every thread renders at least this many pages, another thread is started. */
const PAGES_OF_BUSY_THREAD = 2
const LONGEST_RENDER_MS = 20_000
/** Milliseconds until the next attempt, after a thread could not be started. */
const RETRY_MS = 10_000
/** Rendering a page takes less than a megabyte. Node.js ends a thread whose old generation exceeds its limit; it is replaced. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 }

/** No thread can render the page, so the caller has to. */
export class NoThread extends Error {}

/** Renders pages in threads, which start when pages need them, and are replaced when they end. Source: docs/behaviour/limits.md#render-threads */
export class RenderThreads {
  readonly #options: RenderThreadsOptions
  readonly #start: ThreadStart
  /** The version of the bundle when the server started. */
  readonly #version: string
  readonly #threads = new Set<Thread>()
  /** Pages for which no thread is free, in their order. */
  #waiting: Rendering[] = []
  /** Number of the last page. */
  #lastPage = 0
  /** When a thread may be started after one could not be; milliseconds of `performance.now()`. */
  #startableAt = 0
  #hasStarted = false
  #isClosed = false

  constructor(options: RenderThreadsOptions) {
    const { bundle, settings, assets } = options
    this.#options = options
    this.#start = { bundle, settings, assets }
    this.#version = versionOf(bundle)
  }

  get size(): number {
    return this.#threads.size
  }

  /**
   * Renders a page in the thread with the fewest pages. A page whose thread ends is rendered once more, alone in a thread.
   *
   * @returns null when no thread has ever started, or none can be started: then the caller has to render the page
   * @throws when the page is not finished in time, or has ended two threads; NoThread when no thread can be started any more
   */
  render({ url, method }: Request, tag: SiteContext['tag']): Promise<Response> | null {
    const canStart = this.#threads.size > 0 || this.#canStart
    if (!this.#hasStarted && canStart && this.#threads.size === 0) this.#startThread()
    if (!this.#hasStarted || !canStart) return null
    const reply = Promise.withResolvers<Response>()
    const inContext = AsyncLocalStorage.snapshot()
    const task = { page: ++this.#lastPage, url, method, isTagged: tag !== undefined }
    const rendering: Rendering = { task, tag, reply, inContext, isRepeated: false }
    this.#begin(rendering)
    return reply.promise.finally(() => clearTimeout(rendering.timeout))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#rejectWaiting()
    for (const { pages } of this.#threads) for (const { reply } of pages.values()) reply.reject(new NoThread())
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  get #ready(): Thread[] {
    return [...this.#threads].filter(({ state }) => state === 'ready')
  }

  get #canStart(): boolean {
    return !this.#isClosed && this.#threads.size < this.#options.most && performance.now() >= this.#startableAt
  }

  /**
   * Starts a thread. When the system refuses one, or when the bundle was built again since the server started and might
   * expect a newer database, it logs the reason and starts none.
   */
  #startThread(): void {
    let worker: Worker
    try {
      if (versionOf(this.#start.bundle) !== this.#version)
        throw new Error('The site was built again: restart the server')
      worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
        workerData: this.#start,
        env: { ...process.env, NODE_ENV: 'production' },
        resourceLimits,
      })
    } catch (error) {
      this.#startableAt = performance.now() + RETRY_MS
      return this.#options.logFailure('A thread that renders pages could not be started', error)
    }
    const thread: Thread = { worker, state: 'starting', pages: new Map() }
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (message: FromThread) => this.#receive(thread, message))
    worker.on('error', (error) => this.#options.logFailure('A thread that renders pages failed', error))
    worker.on('exit', () => this.#replace(thread))
  }

  #begin(rendering: Rendering): void {
    clearTimeout(rendering.timeout)
    const limit = this.#options.longestRender ?? LONGEST_RENDER_MS
    rendering.timeout = setTimeout(() => this.#giveUp(rendering), limit).unref()
    this.#waiting.push(rendering)
    this.#beginWaiting()
  }

  #beginWaiting(): void {
    // The loop reads the array as it was at its start: `filter` below assigns a new one.
    for (const next of this.#waiting) {
      const thread = this.#threadFor(next)
      if (!thread) {
        // The thread that starts is for the repeated page: others need not wait behind it.
        if (next.isRepeated && this.#threads.size > this.#ready.length) continue
        break
      }
      this.#waiting = this.#waiting.filter((waiting) => waiting !== next)
      thread.pages.set(next.task.page, next)
      thread.worker.postMessage(next.task satisfies ToThread)
    }
    if (this.#threads.size === 0) this.#rejectWaiting()
  }

  /** @returns the thread with the fewest pages in which a page may be rendered; starts another one when it has too many */
  #threadFor({ isRepeated }: Rendering): Thread | undefined {
    const ready = this.#ready
    const free = ready.filter(({ pages }) => (isRepeated ? pages.size === 0 : !hasRepeated(pages)))
    let [thread] = free
    for (const other of free) if (thread && other.pages.size < thread.pages.size) thread = other
    const isStarting = this.#threads.size > ready.length
    if (!isStarting && this.#canStart && (!thread || thread.pages.size >= PAGES_OF_BUSY_THREAD)) this.#startThread()
    return thread
  }

  #receive(thread: Thread, message: FromThread): void {
    if (message === 'ready') {
      thread.state = 'ready'
      this.#hasStarted = true
      this.#beginWaiting()
    } else if ('call' in message) void this.#answer(thread, message)
    else if ('failure' in message) this.#options.logFailure(message.failure, message.reason)
    else {
      const rendering = thread.pages.get(message.page)
      thread.pages.delete(message.page)
      if ('error' in message) rendering?.reply.reject(new Error(message.error))
      else {
        for (const tag of message.tags) rendering?.tag?.(...tag)
        rendering?.reply.resolve(receivedResponse(message.response))
      }
      this.#beginWaiting()
    }
  }

  async #answer({ worker, pages }: Thread, { call, page = 0, name, given }: FunctionCall): Promise<void> {
    const post = (message: ToThread, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer)
    const ask = () => this.#options.callFunction(name, given)
    const rendering = pages.get(page)
    try {
      const { status, body } = await (rendering ? rendering.inContext(ask) : ask())
      // A transferred buffer can no longer be read here, and the body may still be needed or share its buffer with other
      // answers of the database. So a copy is transferred.
      const copy = new Uint8Array(body)
      post({ call, answer: { status, body: copy } }, [copy.buffer])
    } catch (error) {
      post({ call, error: textOf(error) })
    }
  }

  #replace(thread: Thread): void {
    this.#threads.delete(thread)
    if (this.#isClosed) return
    if (thread.state === 'starting') this.#startableAt = performance.now() + RETRY_MS
    for (const rendering of thread.pages.values()) {
      if (rendering.isRepeated) rendering.reply.reject(new Error('The thread of the page ended'))
      else {
        rendering.isRepeated = true
        this.#begin(rendering)
      }
    }
    this.#beginWaiting()
  }

  /** Rejects all waiting pages. The caller renders them itself, except those that ended a thread: they could end the server. */
  #rejectWaiting(): void {
    for (const { reply, isRepeated } of this.#waiting.splice(0))
      reply.reject(isRepeated ? new Error('The thread of the page ended') : new NoThread())
  }

  /** Ends the thread of a page that is not finished. Its other pages are rendered once more. */
  #giveUp(rendering: Rendering): void {
    rendering.reply.reject(new Error('The page was not rendered in time'))
    this.#waiting = this.#waiting.filter((waiting) => waiting !== rendering)
    for (const thread of this.#threads) {
      if (!thread.pages.delete(rendering.task.page)) continue
      thread.state = 'ending'
      void thread.worker.terminate()
    }
    this.#beginWaiting()
  }
}

/** Whether a thread renders the second attempt of a page: it gets no other page then. */
function hasRepeated(pages: Thread['pages']): boolean {
  return [...pages.values()].some(({ isRepeated }) => isRepeated)
}

/** @returns a text that changes with every build; empty for a bundle that is no file, as in tests */
function versionOf(bundle: string): string {
  if (!bundle.startsWith('file:')) return ''
  const { mtimeMs, size } = statSync(fileURLToPath(bundle))
  return `${mtimeMs} ${size}`
}
