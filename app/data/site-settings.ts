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
  /** Key for requests of browsers to the backend. */
  publishableKey: string
  /** Public VAPID key, with which browsers subscribe to notifications. */
  vapidPublicKey: string
  /** Whether messages of the contact page are stored, for admins to read. */
  contactInbox: boolean
  /** Whether there is a mail server for links to the staff. */
  sendsMail: boolean
  /** Whether the server checks links of notices when staff ask for it. */
  linkChecks: boolean
  /** Third-party scripts that every page loads. */
  scriptUrls: string[]
  adScriptUrl: string | null
}

/** Logs a failure that is not shown to the visitor. */
export type LogFailure = (what: string, error: unknown) => void

/** @returns the scripts that other sites serve; the operator may also name paths of this site */
export function foreignScripts({ scriptUrls, adScriptUrl }: Pick<SiteSettings, 'scriptUrls' | 'adScriptUrl'>): URL[] {
  return [...scriptUrls, adScriptUrl].flatMap((address) =>
    address === null || address.startsWith('/') ? [] : [new URL(address)],
  )
}
