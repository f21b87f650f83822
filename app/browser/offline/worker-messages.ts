import type { WorkerMessage } from '#domain/app-shell.ts'

/**
 * Passes on what the service worker sends to this page, also what came before this script: browsers deliver messages from
 * DOMContentLoaded on, and the script of the page starts later (head-script.ts).
 */
export function onWorkerMessage(listener: (message: WorkerMessage) => void): void {
  const { earlyMessages = [] } = globalThis as { earlyMessages?: WorkerMessage[] }
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => listener(data))
  navigator.serviceWorker?.startMessages()
  for (const message of earlyMessages) listener(message)
}
