import type { BinQuery } from '#app/data/bin.ts'
import { tabOfSlug } from '#domain/admin/tabs.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { storable } from '#domain/storable.ts'
import { UUID } from '#domain/uuid.ts'

/** Days back that the filter offers. */
export const DAYS = [1, 7]

/** The parameters of an address that filter. */
const FILTERS = ['kind', 'text', 'by', 'days'] as const

/** @returns whether an address has a filter */
export function hasFilter(parameters: URLSearchParams): boolean {
  return FILTERS.some((name) => parameters.has(name))
}

/** Reads the filters of the bin from an address; what it does not offer is ignored. */
export function readBinQuery(parameters: URLSearchParams): BinQuery {
  const account = parameters.get('by') ?? ''
  const days = Number(parameters.get('days'))
  return {
    table: tabOfSlug(parameters.get('kind') ?? '')?.table ?? null,
    text: storable((parameters.get('text') ?? '').slice(0, SEARCH_TEXT_MAX)),
    account: UUID.test(account) ? account : '',
    days: DAYS.includes(days) ? days : null,
  }
}
