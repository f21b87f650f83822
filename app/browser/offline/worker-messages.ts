import type { WorkerMessage } from '#domain/app-shell.ts'

/**
 * Calls the listener for every message of the service worker to this page, also for those before this call. Browsers
 * deliver messages from DOMContentLoaded on, and this script starts later: the inline script of head-script.ts stores
 * them. It never stops storing, so that none is lost while this script starts; a document receives few.
 */
export function onWorkerMessage(listener: (message: WorkerMessage) => void): void {
  const { earlyMessages = [] } = globalThis as { earlyMessages?: WorkerMessage[] }
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => listener(data))
  navigator.serviceWorker?.startMessages()
  for (const message of earlyMessages) listener(message)
}
