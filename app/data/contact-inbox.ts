import { z } from 'zod'
import type { Tables } from '#supabase/database-types.ts'
import { dataOf } from './backend-error.ts'
import { TABLE_ROWS_MAX } from '#domain/limits.ts'
import type { AdminClient } from './admin-client.ts'

const contactMessage = z.object({
  id: z.number(),
  created_at: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
})
export type ContactMessage = Tables<'contact_messages'>

/**
 * What visitors wrote on the contact page, newest first. Source: docs/behaviour/admin.md#contact-messages.
 *
 * @param page.after the last message of the previous page; undefined for the first page
 * @throws BackendError
 */
export async function fetchMessages(
  client: AdminClient,
  page: { after?: ContactMessage | undefined; limit: number },
): Promise<ContactMessage[]> {
  let messages = client.from('contact_messages').select('id, created_at, name, email, subject, message')
  if (page.after) {
    const { id, created_at } = page.after
    messages = messages
      .lte('created_at', created_at)
      .or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`)
  }
  const newestFirst = messages.order('created_at', { ascending: false }).order('id', { ascending: false })
  return z.array(contactMessage).parse(dataOf(await newestFirst.limit(page.limit)))
}

/**
 * @returns how many messages there are
 * @throws BackendError
 */
export async function countMessages(client: AdminClient): Promise<number> {
  const reply = await client.from('contact_messages').select('id', { count: 'exact', head: true })
  dataOf(reply)
  return reply.count ?? 0
}

/**
 * Deletes messages. Those that are deleted already count as done.
 *
 * @throws BackendError; some may be deleted
 */
export async function deleteMessages(client: AdminClient, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += TABLE_ROWS_MAX)
    dataOf(await client.rpc('delete_messages', { ids: ids.slice(from, from + TABLE_ROWS_MAX) }))
}

/**
 * Deletes a message and all that arrived before it, so many in a request.
 *
 * @throws BackendError; some may be deleted
 */
export async function deleteMessagesUpTo(client: AdminClient, id: number): Promise<void> {
  while (z.number().parse(dataOf(await client.rpc('delete_messages', { up_to: id }))) > 0);
}
