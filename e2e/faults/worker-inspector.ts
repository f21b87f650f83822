/** The debugger of a server that was started with --inspect: it can reach threads, which no signal can. */
export interface WorkerInspector {
  /** Threads that run now, by session. */
  readonly threads: ReadonlyMap<string, string>
  /** Times at which threads started (performance.now). */
  readonly started: readonly number[]
  /** Ends a thread as an error would, without the rest of the process. */
  end(session: string): void
  close(): void
}

/** Source: Chrome DevTools Protocol, domain NodeWorker of Node.js */
export async function inspectWorkers(port: number): Promise<WorkerInspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const threads = new Map<string, string>()
  const started: number[] = []
  let id = 0
  const call = (method: string, params: object) => socket.send(JSON.stringify({ id: (id += 1), method, params }))
  socket.addEventListener('message', ({ data }) => {
    const { method, params } = JSON.parse(String(data)) as {
      method?: string
      params: { sessionId: string; workerInfo?: { url: string } }
    }
    if (method === 'NodeWorker.attachedToWorker') {
      threads.set(params.sessionId, params.workerInfo?.url ?? '')
      started.push(performance.now())
    }
    if (method === 'NodeWorker.detachedFromWorker') threads.delete(params.sessionId)
  })
  call('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return {
    threads,
    started,
    end(sessionId) {
      const message = { id: 1, method: 'Runtime.evaluate', params: { expression: 'process.exit(1)' } }
      call('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify(message) })
    },
    close: () => socket.close(),
  }
}
