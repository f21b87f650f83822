import { z } from 'zod'
import type { Tables } from '#supabase/database-types.ts'
import { dataOf } from './backend-error.ts'
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
