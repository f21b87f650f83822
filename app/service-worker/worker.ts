/** The worker's own global scope, which the library of types calls only `self`. */
export const worker = self as unknown as ServiceWorkerGlobalScope

/** Whether the visitor asked the browser to save data: then nothing is fetched that no page asked for. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** @returns the value, or null when it takes longer */
export async function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(resolve, milliseconds, null)))
  try {
    return await Promise.race([value, timeout])
  } finally {
    clearTimeout(timer)
  }
}
