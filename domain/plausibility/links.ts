import { isDead, linkResult } from '#domain/link-check.ts'
import { columnValue } from '#domain/row-columns.ts'
import { PLAUSIBILITY } from './messages.ts'
import { labelOf, type JudgedNotice, type Rule } from './warning.ts'

/** Domains that only public bodies and schools of India can register. */
const OFFICIAL = ['gov.in', 'nic.in', 'ac.in', 'edu.in', 'res.in']

/** A link to an application leads to no official domain. Source: docs/behaviour/plausibility.md#links */
export const unofficialLinks: Rule = (notice) => {
  const { surroundings } = notice
  if (!surroundings) return []
  const website = hostOf(surroundings.website)
  return applyColumns(notice).flatMap((field) => {
    const host = hostOf(columnValue(notice.row, field))
    if (!host || isOfficial(host, website)) return []
    return [{ field, message: PLAUSIBILITY.unofficial(labelOf(notice, field), host) }]
  })
}

/** A link was dead on two days. Source: docs/behaviour/plausibility.md#dead-links */
export const deadLinks: Rule = (notice) =>
  Object.entries(notice.fields).flatMap(([field, { type, label }]) => {
    const link = type === 'link' ? columnValue(notice.row, field) : null
    const check = notice.surroundings?.checks.find((candidate) => candidate.link === link)
    return check && isDead(check) ? [{ field, message: PLAUSIBILITY.dead(label, linkResult(check)) }] : []
  })

/**
 * @param host in lower case and Punycode, without a dot at the end
 * @param website host of the organization's website, in the same form; null without one
 */
export function isOfficial(host: string, website: string | null): boolean {
  const isBelow = (domain: string) => host.endsWith(`.${domain}`)
  if (OFFICIAL.some(isBelow)) return true
  return website !== null && (host === website || isBelow(website))
}

/** @returns the host of an address as names are compared, without 'www.'; null for anything that is no address of the web */
export function hostOf(link: unknown): string | null {
  // Without `URL.parse`, which Safari 17 and Chrome 125 do not have.
  if (typeof link !== 'string' || !URL.canParse(link.trim())) return null
  const url = new URL(link.trim())
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return url.hostname.replace(/\.$/, '').replace(/^www\./, '') || null
}

function applyColumns({ kind, fields }: JudgedNotice): string[] {
  const columns = new Set<string>([...(kind.application?.link ?? []), 'apply_link'])
  return [...columns].filter((column) => column in fields)
}
