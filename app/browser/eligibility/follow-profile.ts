import { presentDay } from '#app/browser/present-day.ts'
import { eligibility, type Eligibility } from '#domain/eligibility/eligibility.ts'
import { readFacts } from '#domain/eligibility/facts.ts'
import { ELIGIBILITY } from '#domain/eligibility/messages.ts'
import type { Profile } from '#domain/eligibility/profile.ts'
import './eligibility.css'
import { fetchFacts, forgetFacts, isUnavailable, knownRow, readStoredFacts, type NoticeKey } from './facts-store.ts'
import { markedPage, markedRows } from './marked-notices.ts'
import { showNoticeBox } from './notice-box.ts'
import { followOnlyEligible, showOnlyEligible } from './only-eligible.ts'
import { showMark } from './show-mark.ts'
import { currentProfile, followStorage, markDocument } from './stored-profile.ts'

const UNKNOWN: Eligibility = { answer: 'check', reason: ELIGIBILITY.unknown, criteria: [] }

let isStarted = false

/**
 * Marks the notices of the page, and follows what changes: the page, its rows, its notices, and the answers. A second
 * call has no effect. Source: docs/behaviour/eligibility.md#marks
 */
export async function followProfile(): Promise<void> {
  if (isStarted) return
  isStarted = true
  followStorage()
  followOnlyEligible()
  markDocument()
  await readStoredFacts()
  addEventListener('pageshown', () => void update())
  addEventListener('online', () => void update())
  addEventListener('pagerefreshed', () => void update(true))
  addEventListener('profilechange', () => {
    if (!currentProfile()) forgetFacts()
    void update()
  })
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isOfPage))) void update()
  }).observe(document.body, { childList: true, subtree: true })
  await update()
}

/** Rows may also come in larger parts; what the marks themselves consist of is ignored. */
function isOfPage(node: Node): boolean {
  return node instanceof HTMLElement && !node.closest('[data-mark]') && node.closest('main') !== null
}

/** Marks the page with what is known at once, and again when the facts have arrived. */
async function update(isChanged = false): Promise<void> {
  const profile = currentProfile()
  show(profile)
  if (!profile) return
  const keys = [...markedRows(), ...[markedPage()].filter((page) => page !== null)].map(({ key }) => key)
  try {
    await fetchFacts(keys, isChanged)
  } catch (error) {
    console.info('The facts of notices could not be read', error)
  }
  show(currentProfile())
}

function show(profile: Profile | null): void {
  const today = presentDay()
  const decide = (key: NoticeKey): Eligibility | null => {
    if (!profile) return null
    const row = knownRow(key)
    if (row) return eligibility(profile, readFacts(key.table, row), today)
    return isUnavailable(key) ? UNKNOWN : null
  }
  const rows = markedRows()
  for (const { element, key } of rows) showMark(element, decide(key))
  const page = markedPage()
  if (page) showNoticeBox(page.element, decide(page.key))
  showOnlyEligible(profile !== null && rows.length > 0)
}
