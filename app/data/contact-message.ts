import type { Tables } from '#supabase/database-types.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'

export type ContactMessage = Pick<Tables<'contact_messages'>, 'name' | 'email' | 'subject' | 'message'>

/**
 * Stores a message of the contact page for admins to read.
 *
 * @throws BackendError when it was not stored
 */
export async function storeContactMessage(backend: BackendClient, message: ContactMessage): Promise<void> {
  dataOf(await backend.insert('contact_messages', message))
}
