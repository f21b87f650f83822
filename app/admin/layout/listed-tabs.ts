import { INBOX, MISTAKE_REPORTS, SEARCH_WORDS } from '#domain/admin/messages.ts'
import { PUSH_TAB, PUSH_TESTER } from '#domain/admin/push-messages.ts'
import { ADMIN_TABS, tabPath, type AdminTable } from '#domain/admin/tabs.ts'
import type { AdminIconName } from './admin-icon.tsx'

interface ListedTab {
  path: string
  label: string
  icon: AdminIconName
  /** The table whose rows are counted beside the label. */
  counts?: AdminTable | 'contact_messages' | 'mistake_reports'
}

/** @returns the tabs of the menu, in its order. Source: docs/behaviour/admin.md#tabs */
export function listedTabs({ contactInbox }: { contactInbox: boolean }): ListedTab[] {
  return [
    ...ADMIN_TABS.map((tab) => ({ path: tabPath(tab), label: tab.label, icon: tab.table, counts: tab.table })),
    { ...PUSH_TAB, icon: 'bell' },
    { ...PUSH_TESTER, icon: 'device' },
    { ...SEARCH_WORDS, icon: 'search_words' },
    { ...MISTAKE_REPORTS, icon: 'report', counts: 'mistake_reports' },
    ...(contactInbox ? [{ ...INBOX, icon: 'inbox' as const, counts: 'contact_messages' as const }] : []),
  ]
}
