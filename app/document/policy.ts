import { hash } from 'node:crypto'
import { foreignScripts, type SiteSettings } from '#app/data/site-settings.ts'
import { AD_SPACE_HASH, STYLE_HASHES } from './page-styles.ts'

/**
 * The content security policy of every public page: allows scripts of this site, and the few constant inline blocks
 * by their hashes. Source: W3C Content Security Policy Level 3.
 *
 * @param inlineScripts texts of all inline scripts
 */
export function contentSecurityPolicy(site: SiteSettings, inlineScripts: readonly string[]): string {
  const hashes = (texts: readonly string[]) => texts.map((text) => `'sha256-${text}'`).join(' ')
  const foreign = originsOf(foreignScripts(site))
  const advertising = originsOf(foreignScripts({ scriptUrls: [], adScriptUrl: site.adScriptUrl }))
  return [
    "default-src 'self'",
    ["script-src 'self'", hashes(inlineScripts.map((text) => hash('sha256', text, 'base64'))), ...foreign].join(' '),
    `style-src 'self' ${hashes(site.adScriptUrl ? [...STYLE_HASHES, AD_SPACE_HASH] : STYLE_HASHES)}`,
    "img-src 'self' data: https:",
    ["connect-src 'self'", ...foreign].join(' '),
    // Only advertisements are frames.
    ...(advertising.length > 0 ? [["frame-src 'self'", ...advertising].join(' ')] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function originsOf(addresses: readonly URL[]): string[] {
  return [...new Set(addresses.map(({ origin }) => origin))]
}
