declare const self: ServiceWorkerGlobalScope

/** The global scope of the service worker, with its type. */
export const worker = self

/** Whether the visitor has asked the browser to save data; then the worker fetches only what pages request. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** @returns the value, or null after the timeout */
export async function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(resolve, milliseconds, null)))
  try {
    return await Promise.race([value, timeout])
  } finally {
    clearTimeout(timer)
  }
}
