import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'

export interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

/**
 * Stores a message of the contact page for staff to read.
 *
 * @throws BackendError when it was not stored
 */
export async function storeContactMessage(backend: BackendClient, message: ContactMessage): Promise<void> {
  dataOf(await backend.from('contact_messages').insert(message))
}
