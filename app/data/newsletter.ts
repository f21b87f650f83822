import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'

/**
 * @throws BackendError when the address is invalid, or subscribed already
 */
export async function subscribe(backend: BackendClient, email: string): Promise<void> {
  dataOf(await backend.insert('newsletter_subscribers', { email: email.trim() }))
}
