import { load, type Loaded } from '#app/admin/feedback/loaded.ts'
import { firstRows, rowsOf, type FirstRows } from '#app/admin/table/first-rows.ts'
import {
  countPushHistory,
  fetchOpenPush,
  fetchPushGrowth,
  fetchPushHistory,
  fetchPushStatistics,
  type Growth,
  type PushDraft,
  type PushStatistics,
  type SentNotification,
} from '#app/data/push-client.ts'
import { openRecordTable } from '#app/data/record-table.ts'
import { GONE } from '#domain/admin/messages.ts'
import { PUSH_HISTORY_ROWS } from '#domain/push/limits.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { isContentTable, tabOfSlug } from '#domain/admin/tabs.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { indianDay } from '#domain/dates.ts'
import { notificationAbout } from '#domain/push/notification-draft.ts'
import { suggestedTexts } from '#domain/push/suggested-texts.ts'
import { readCorrections } from '#app/data/last-date.ts'
import { noticeCard } from '#app/data/notice-rows.ts'
import { serverNow } from '#app/data/server-time.ts'
import { DEFAULT_PUSH_CATEGORY } from '#domain/push/preferences.ts'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { errorMessage } from '#app/admin/feedback/error-message.ts'

export const EMPTY_DRAFT: PushDraft = { title: '', body: '', category: DEFAULT_PUSH_CATEGORY, image: null, url: '/' }

/** Number of days in the chart. */
const CHART_DAYS = 30

/** What the form of a new notification starts with. */
export interface FirstDraft {
  /** The notice that it is about, as in the address; '' for none. */
  about: string
  draft: PushDraft
  /** Further messages to choose from, made from its dates. */
  texts: readonly string[]
  hint: string | null
  problem: string | null
}

/** The first notifications, and how many there are. */
export type History = FirstRows<SentNotification> & { total: number }

export interface HistoryRead {
  /** How many were asked for. */
  rows: number
  list: Loaded<History>
}

export interface PushData {
  history: HistoryRead
  /** What waits or is being sent, however old. */
  open: Loaded<SentNotification[]>
  statistics: Loaded<PushStatistics>
  growth: Loaded<Growth>
  first: FirstDraft
}

/** @param search of the address; it may say how many to read */
export async function loadHistory(search: URLSearchParams): Promise<HistoryRead> {
  const rows = rowsOf(search, PUSH_HISTORY_ROWS)
  const list = await load(PUSH_TAB.label, async (client) => {
    const [total, first] = await Promise.all([
      countPushHistory(client),
      firstRows<SentNotification>(rows, (page) => fetchPushHistory(client, page)),
    ])
    return { ...first, total }
  })
  return { rows, list }
}

/** Reads the notifications that wait or are being sent. */
export function loadOpen(): Promise<Loaded<SentNotification[]>> {
  return load(PUSH_TAB.label, fetchOpenPush)
}

/** @param search of the address; it may name the notice that the notification is about, as in ?about=jobs&id=17 */
export async function loadPush(search: URLSearchParams): Promise<PushData> {
  const [history, open, statistics, growth, first] = await Promise.all([
    loadHistory(search),
    loadOpen(),
    load(PUSH_TAB.label, fetchPushStatistics),
    load(PUSH_TAB.label, (client) => fetchPushGrowth(client, CHART_DAYS)),
    firstDraft(search),
  ])
  return { history, open, statistics, growth, first }
}

async function firstDraft(search: URLSearchParams): Promise<FirstDraft> {
  const [slug, id] = [search.get('about') ?? '', Number(search.get('id'))]
  const empty = { about: slug && `${slug} ${id}`, draft: EMPTY_DRAFT, texts: [], hint: null, problem: null }
  const table = tabOfSlug(slug)?.table
  if (!table || !isContentTable(table) || !Number.isSafeInteger(id) || id <= 0) return empty
  try {
    const [record, corrections] = await Promise.all([
      readAsAdmin((client) => openRecordTable(client, table).read(id)),
      readAsAdmin((client) => readCorrections(client, { table, id })),
    ])
    if (!record) return { ...empty, problem: PUSH_TAB.aboutFailed(GONE) }
    const { title, slug: itsSlug, status } = record
    const today = indianDay(serverNow())
    const texts = suggestedTexts(kindOfTable(table), { notice: noticeCard.parse(record), today, corrections })
    return {
      ...empty,
      draft: {
        ...EMPTY_DRAFT,
        ...notificationAbout(table, { title: String(title), slug: String(itsSlug) }),
        body: texts[0] ?? '',
      },
      texts,
      hint: status === 'inactive' ? PUSH_TAB.hidden : null,
    }
  } catch (error) {
    console.warn('The notice for the notification could not be read', error)
    return { ...empty, problem: PUSH_TAB.aboutFailed(errorMessage(error)) }
  }
}
