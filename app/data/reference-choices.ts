import { z } from 'zod'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'
import { folded } from '#domain/folded.ts'
import { PICKER_CHOICES } from '#domain/limits.ts'
import { dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'

const choiceRow = z.object({
  id: z.number(),
  name: z.string().optional(),
  title: z.string().optional(),
  slug: z.string(),
  is_active: z.boolean().optional(),
  website_url: z.string().nullish(),
  logo_url: z.string().nullish(),
})

/** A row that a notice may refer to, with what the page of the notice shows of it. */
export interface Choice {
  id: number
  label: string
  slug: string
  isActive: boolean
  websiteUrl: string | null
  logoUrl: string | null
}

/** @returns a row as a choice */
export function choiceOf(row: z.infer<typeof choiceRow>): Choice {
  const { id, name, title, slug, is_active, website_url, logo_url } = row
  const [websiteUrl, logoUrl] = [website_url ?? null, logo_url ?? null]
  return { id, label: name ?? title ?? slug, slug, isActive: is_active ?? true, websiteUrl, logoUrl }
}

/**
 * Finds the choices whose name contains the words of a text: first the text itself, then those that begin with it, which
 * are read on their own because many others may come before them in the alphabet; without a text the newest. Categories
 * are in the order that admins give them. Source: docs/behaviour/admin.md#order-of-categories
 *
 * @throws BackendError
 */
export async function findChoices(client: AdminClient, table: ReferenceTable, text: string): Promise<Choice[]> {
  const search = text.trim()
  const heading = table === 'recruitments' ? 'title' : 'name'
  const sort = table === 'categories' ? 'sort_order' : search && heading
  const order = sort ? { sort, descending: false } : {}
  const [containing, beginning] = await Promise.all([
    client.rpc('admin_search', { table_name: table, search, page_size: PICKER_CHOICES, ...order }),
    search &&
      client
        .from(table)
        .select('*')
        .ilike(heading, `${search.normalize().replace(/[\\%_]/g, '\\$&')}%`)
        .order(heading)
        .limit(PICKER_CHOICES),
  ])
  const read = (reply: Parameters<typeof dataOf>[0]) => z.array(choiceRow).parse(dataOf(reply)).map(choiceOf)
  const begins = ({ label }: Choice) => folded(label).startsWith(folded(search))
  const all = [...(beginning ? read(beginning).filter(begins) : []), ...read(containing)]
  const unique = [...new Map(all.map((choice) => [choice.id, choice])).values()]
  return [...unique.filter(begins), ...unique.filter((choice) => !begins(choice))].slice(0, PICKER_CHOICES)
}

/**
 * @returns null when there is no such row (any more)
 * @throws BackendError
 */
export async function readChoice(client: AdminClient, table: ReferenceTable, id: number): Promise<Choice | null> {
  const [row] = z.array(choiceRow).parse(dataOf(await client.from(table).select('*').eq('id', id)))
  return row === undefined ? null : choiceOf(row)
}
