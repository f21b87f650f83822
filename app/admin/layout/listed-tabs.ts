import { ACTIVITY } from '#domain/admin/history-messages.ts'
import { BIN, INBOX, LINKS, MISTAKE_REPORTS, SEARCH_WORDS } from '#domain/admin/messages.ts'
import type { SiteSettings } from '#app/data/site-settings.ts'
import { PUSH_TAB, PUSH_TESTER } from '#domain/admin/push-messages.ts'
import { ACCOUNT, STAFF } from '#domain/admin/staff-messages.ts'
import { ADMIN_TABS, tabPath, type AdminTable } from '#domain/admin/tabs.ts'
import type { AdminIconName } from './admin-icon.tsx'

interface ListedTab {
  path: string
  label: string
  icon: AdminIconName
  /** The table whose rows are counted beside the label. */
  counts?: AdminTable | 'bin' | 'contact_messages' | 'mistake_reports' | 'dead_links'
  /** Editors do not see it. */
  isForAdmins?: true
}

/** @returns the tabs of the menu, in its order. Source: docs/behaviour/admin.md#tabs */
export function listedTabs({
  contactInbox,
  linkChecks,
}: Pick<SiteSettings, 'contactInbox' | 'linkChecks'>): ListedTab[] {
  return [
    ...ADMIN_TABS.map((tab) => ({ path: tabPath(tab), label: tab.label, icon: tab.table, counts: tab.table })),
    { ...PUSH_TAB, icon: 'bell' },
    { ...PUSH_TESTER, icon: 'device', isForAdmins: true },
    { ...SEARCH_WORDS, icon: 'search_words' },
    { path: ACTIVITY.path, label: ACTIVITY.label, icon: 'activity' },
    { ...MISTAKE_REPORTS, icon: 'report', counts: 'mistake_reports' },
    { ...BIN, icon: 'delete', counts: 'bin' },
    ...(linkChecks ? [{ ...LINKS, icon: 'dead_link' as const, counts: 'dead_links' as const }] : []),
    ...(contactInbox ? [{ ...INBOX, icon: 'inbox' as const, counts: 'contact_messages' as const }] : []),
    { ...STAFF, icon: 'staff', isForAdmins: true },
    { ...ACCOUNT, icon: 'account' },
  ]
}
