import { LINK_MAX } from '#domain/limits.ts'

const WEB_LINK = /^https?:\/\/[^\s\p{Cc}/?#@\\"<>]+([/?#][^\s\p{Cc}\\"<>]*)?$/iu

/**
 * Whether a text may be stored as a link: the database accepts it, and pages show it as a link.
 * Source: docs/behaviour/admin.md#typed-links; supabase/migrations, `rules.is_web_link`.
 */
export function isStoredLink(text: string): boolean {
  return text.length <= LINK_MAX && WEB_LINK.test(text) && URL.canParse(text)
}
