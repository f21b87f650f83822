import { endSignal } from '#domain/end-signal.ts'
import { LATE_RESPONSE_MS } from '#domain/limits.ts'

/**
 * Loads the document again if its server answers: many browsers request a script that did not arrive only in another
 * document. Otherwise the page that is being read stays, because a browser would show its own error page in its place.
 *
 * @returns whether the document is being loaded again
 */
export async function reloadIfReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch(location.href, { method: 'HEAD', signal: endSignal(LATE_RESPONSE_MS) })
    if (ok) location.reload()
    return ok
  } catch {
    return false
  }
}
