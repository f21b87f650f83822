import { BIN, INBOX, MISTAKE_REPORTS, SEARCH_WORDS } from '#domain/admin/messages.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { ADMIN_TABS, type AdminTab } from '#domain/admin/tabs.ts'

interface LoggedTable {
  label: string
  singular: string
}

/** Tables of the log that have no tab of their own, or one without a form. */
const OTHERS: Record<string, LoggedTable> = {
  bin: { label: BIN.label, singular: BIN.item },
  search_words: { label: SEARCH_WORDS.label, singular: 'search word' },
  notifications: { label: PUSH_TAB.label, singular: 'notification' },
  profiles: { label: 'Accounts', singular: 'account' },
  contact_messages: { label: INBOX.label, singular: 'message' },
  mistake_reports: { label: MISTAKE_REPORTS.label, singular: 'report' },
}

/** Tables whose changes the log has, by name. */
export const LOGGED_TABLES: Readonly<Record<string, LoggedTable>> = {
  ...Object.fromEntries(ADMIN_TABS.map((tab) => [tab.table, tab])),
  ...OTHERS,
}

/** @returns what a table is called; one that is new here by its own name */
export function loggedTable(table: string): LoggedTable {
  const words = table.replaceAll('_', ' ')
  return LOGGED_TABLES[table] ?? { label: words, singular: words }
}

/** @returns the tab whose rows have a form; undefined for other tables */
export function tabOf(table: string): AdminTab | undefined {
  return ADMIN_TABS.find((tab) => tab.table === table)
}
