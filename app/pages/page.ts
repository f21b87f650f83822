import type { ReactNode } from 'react'
import type { BackendClient } from '#app/data/backend-client.ts'
import type { AbsentReply } from '#app/data/notice-rows.ts'
import type { LogFailure, SiteSettings } from '#app/data/site-settings.ts'
import type { Day } from '#domain/dates.ts'
import type { PageStyles } from './page-sheets.ts'

/** A request for a page, with everything that is needed to render it. */
export interface PageContext {
  /** Values of the `:name` segments of the page's path. */
  params: Record<string, string>
  url: URL
  backend: BackendClient
  site: SiteSettings
  /** Time of the request in milliseconds since the epoch, and its calendar day in India. */
  now: number
  today: Day
  /** Names the cached copy that all missing addresses share; without it the page in their place is rendered. */
  sharedCopy?: (missing: Missing) => Response
}

/** What is missing at an address: the page, the record of a page, or a record that was deleted. */
export type Missing = 'page' | 'record' | 'deleted record'

/** A table, or one row of it: when it changes, the cached copies of the pages that carry its tag are stale. */
export type Tag = [table: string, id?: number]

/** Metadata of a page for search engines, feed readers and messengers. */
export interface PageMeta {
  title: string
  description: string
  keywords?: readonly string[]
  /** Canonical path of the page; without one the page is marked noindex. */
  path?: string
  noindex?: boolean
  /** Whether a page that is not indexed has a canonical address, and search engines follow its links. */
  isFollowed?: boolean
  /** Share image; the site's own by default. */
  image?: { path: string; alt: string }
  isArticle?: boolean
  /** Path below which the page's RSS and Atom feeds are, '' for those of the whole site, and their query. */
  feeds?: { folder: string; parameters?: string; title: string }
  /** JSON-LD, made by jsonLd(). */
  structuredData?: string
}

/** Methods and not properties, because TypeScript then accepts a page with data of any type as one with unknown data. */
interface PageSpec<Data> {
  /** Pattern of its address: '/jobs/:slug'. */
  path: string
  /**
   * Every query parameter that the page reads, with the pattern of values that make a cached copy of their own, or null
   * when a page with that parameter is not cached. null instead of all: nothing is cached.
   */
  cache: Record<string, RegExp | null> | null
  /** The address to which another spelling of it redirects permanently; null when the address is right. */
  redirect?: (context: PageContext) => string | null
  /** At most one round trip to the database. Throws RecordMissing; any other error means that the load has failed. */
  load: (context: PageContext) => Promise<Data> | Data
  /** Fallback data for a failed load, shown below a failure line; without this the home page is shown. */
  failed?: (context: PageContext) => Data
  /** Cache tags: what the page shows of the database. A page without tags shows nothing of it. */
  tags?(data: Data, context: PageContext): Tag[]
  meta(data: Data, context: PageContext): PageMeta
  view(data: Data, context: PageContext): ReactNode
  /** Handles a posted form; the returned data is shown with the status. */
  post?: (
    form: FormData,
    context: PageContext & { isOverLimit: boolean; logFailure: LogFailure },
  ) => Promise<Posted<Data>>
  /** Largest form that it accepts, in bytes; FORM_BYTES by default. */
  formBytes?: number
  /** The stylesheet of the page, in addition to the shared one. */
  styles: PageStyles
  /** Its link in the navigation: in the bar, or in the 'More' group. */
  menu?: { label: string; group: 'main' | 'more'; order: number }
  /**
   * Whether it is listed in the sitemap, or its addresses there on a day. Pages of records are listed from their tables.
   */
  sitemap?: boolean | ((today: Day) => string[])
  /** Whether the service worker may save it for reading offline. */
  offline?: boolean
  /** Whether its address is a secret, which neither scripts of others nor the pages that it leads to get. */
  isSecret?: boolean
  /** Whether it is the page of one notice, which counts for the invitation to notifications. */
  isNotice?: boolean
  /** Whether it has space for advertisements below its content. */
  hasAdSpace?: boolean
}

interface Posted<Data> {
  status: number
  data: Data
}

/** A page whose data type is known only to itself, so that all pages can be in one list. */
export type Page = PageSpec<unknown>

export function page<Data>(spec: PageSpec<Data>): Page {
  return spec
}

/** Thrown by a load: there is no such record at this address (any more). */
export class RecordMissing extends Error {
  readonly status: 404 | 410
  /** Canonical path of the record, when it has moved there. */
  readonly movedTo: string | null

  /** @param pathOf address of a record by its slug */
  constructor(reply: AbsentReply, pathOf: (slug: string) => string) {
    super(`The record is ${reply.state}`)
    this.status = reply.state === 'gone' ? 410 : 404
    this.movedTo = reply.state === 'moved' ? pathOf(reply.slug) : null
  }
}
