import type { BackendClient } from './backend-client.ts'
import { answerOf } from './backend-error.ts'

/**
 * @throws BackendError when the address is not one, or is on the list already
 */
export async function subscribe(backend: BackendClient, email: string): Promise<void> {
  answerOf(await backend.from('newsletter_subscribers').insert({ email: email.trim() }))
}
