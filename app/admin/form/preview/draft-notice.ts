import type { StoredRecord } from '#app/data/record-table.ts'
import type { Choice } from '#app/data/reference-choices.ts'
import { textOf, type Fields, type FormValues } from '#domain/admin/form/field-value.ts'
import { storedValue } from '#domain/admin/form/stored-value.ts'
import { parsePostTime } from '#domain/admin/post-time.ts'
import { slugOf } from '#domain/admin/slug.ts'
import type { Notice } from '#domain/content/notice.ts'
import { isOwnImage } from '#domain/stored-file.ts'

interface DraftContext {
  loaded: StoredRecord | null
  organization: Choice | null | undefined
  category: Choice | null | undefined
  /** Milliseconds since the epoch. */
  now: number
  siteUrl: string
}

/**
 * @returns the notice that a form would store. Fields with an invalid value are null, and so is a logo on another site,
 *   because a request for it would reveal the address of the admin
 */
export function draftNotice(fields: Fields, values: FormValues, context: DraftContext): Notice {
  const { loaded, organization, category, now, siteUrl } = context
  const row = Object.fromEntries(
    Object.entries(fields).map(([column, field]) => {
      const stored = storedValue(field, values[column] ?? '')
      return [column, 'value' in stored ? stored.value : null]
    }),
  )
  const title = textOf(row, 'title')
  const timestamp = new Date(now).toISOString()
  const posted = parsePostTime(textOf(row, 'post_time'))
  const created = loaded?.created_at ?? timestamp
  const postedAt = posted === null ? created : new Date(posted).toISOString()
  return {
    ...row,
    id: loaded?.id ?? 0,
    title,
    slug: textOf(row, 'slug') || slugOf(title),
    status: typeof row['status'] === 'string' ? row['status'] : null,
    created_at: created,
    posted_at: postedAt,
    updated_at: loaded ? timestamp : postedAt,
    organization: organization
      ? {
          name: organization.label,
          slug: organization.slug,
          website_url: organization.websiteUrl,
          logo_url: isOwnImage(organization.logoUrl ?? '', siteUrl) ? organization.logoUrl : null,
        }
      : null,
    category: category ? { name: category.label, slug: category.slug } : null,
  }
}
