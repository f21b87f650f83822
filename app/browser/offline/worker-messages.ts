import type { WorkerMessage } from '#domain/app-shell.ts'

/**
 * Calls the listener for every message of the service worker to this page. Browsers deliver messages from
 * DOMContentLoaded on, and this script starts later: head-script.ts collects the messages until then.
 */
export function onWorkerMessage(listener: (message: WorkerMessage) => void): void {
  const { earlyMessages = [] } = globalThis as { earlyMessages?: WorkerMessage[] }
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => listener(data))
  navigator.serviceWorker?.startMessages()
  for (const message of earlyMessages) listener(message)
}
