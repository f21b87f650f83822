/** The brand and addresses shown to visitors; set by the operator. */
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

/** Records a failure that the visitor is not told about. */
export type LogFailure = (what: string, error: unknown) => void
