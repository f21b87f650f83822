import { createContext } from 'react-router'
import type { BackendClient } from './backend-client.ts'

/** The brand and addresses shown to visitors. Source: architecture, Configuration. */
export interface SiteSettings {
  name: string
  /** Canonical origin, without a trailing slash. */
  url: string
  /** Host shown beside the brand. */
  host: string
  contactEmail: string
  whatsappUrl: string | null
  telegramUrl: string | null
  /** Key with which the browser writes what visitors leave. */
  publishableKey: string
  /** With this key a browser subscribes to notifications of this site. */
  vapidPublicKey: string
  /** Whether messages of the contact page are stored, for staff to read. */
  contactInbox: boolean
  /** Scripts of others that every page loads. */
  scriptUrls: string[]
  adScriptUrl: string | null
}

/** What the server hands to every loader. */
export interface SiteContext {
  backend: BackendClient
  site: SiteSettings
  /** The moment of the request, in milliseconds since the epoch. */
  now: number
  /**
   * Names what the answer is made of: a table, or one row of it. It is then rendered anew when that changes, and an
   * answer of which nothing is named with every change.
   */
  shows: (table: string, id?: number) => void
  /** Whether this visitor has written too often lately. */
  isOverLimit: boolean
  /** Records a failure that the visitor is not told about. */
  logFailure: (what: string, error: unknown) => void
}

export const siteContext = createContext<SiteContext>()
