import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { PREVIEW_FOLDER } from '#domain/page-paths.ts'
import type { AdminClient } from './admin-client.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { foundReply, type NoticeReply } from './notice.ts'
import { contentTable, timestamp } from './notice-rows.ts'

export type PreviewReply =
  | (Omit<Extract<NoticeReply, { state: 'found' }>, 'state'> & {
      state: 'found'
      table: ContentTable
      /** When the link ends. */
      expiresAt: string
    })
  /** The notice is public now. */
  | { state: 'moved'; table: ContentTable; slug: string }
  | { state: 'unknown' }

const previewReply = z.union([
  foundReply
    .extend({ content_table: contentTable, expires_at: timestamp })
    .transform(({ content_table: table, expires_at: expiresAt, ...found }) => ({
      ...found,
      state: 'found' as const,
      table,
      expiresAt,
    })),
  z
    .object({ content_table: contentTable, moved_to: z.string() })
    .transform(({ content_table: table, moved_to: slug }) => ({ state: 'moved' as const, table, slug })),
  z.object({}).transform(() => ({ state: 'unknown' as const })),
])

/**
 * Reads the notice behind a secret link, in one round trip. A link that never existed, one that has ended and one whose
 * notice was deleted look the same. Source: docs/behaviour/publication.md#preview-links
 *
 * @throws BackendError
 */
export async function readPreview(backend: BackendClient, token: string): Promise<PreviewReply> {
  return previewReply.parse(dataOf(await backend.rpc('preview_notice', { token })))
}

const newLink = z.object({ token: z.string(), expires_at: timestamp })

/** A secret link, and when it ends. */
export interface PreviewLink {
  path: string
  expiresAt: string
}

/**
 * Makes a secret link to a notice. Its secret is never shown again.
 *
 * @throws BackendError
 */
export async function createPreview(client: AdminClient, table: ContentTable, id: number): Promise<PreviewLink> {
  const reply = dataOf(await client.rpc('create_preview', { content_table: table, record_id: id }))
  const { token, expires_at: expiresAt } = newLink.parse(reply)
  return { path: `${PREVIEW_FOLDER}/${token}`, expiresAt }
}

/** Ends all secret links to a notice. Idempotent. */
export async function endPreviews(client: AdminClient, table: ContentTable, id: number): Promise<void> {
  dataOf(await client.rpc('end_previews', { content_table: table, record_id: id }))
}
