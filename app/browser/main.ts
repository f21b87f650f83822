/**
 * The one script of every public page. It enhances pages that work without it; parts that only some visitors need are
 * loaded later.
 */
import { PART_RETRIES, RETRY_MS } from '#domain/limits.ts'
import { withChunkLimit } from './chunk-limit.ts'
import { startFeeCategory } from './fee-category.ts'
import { startFonts } from './fonts.ts'
import { startForms } from './forms.ts'
import { deferInstallPrompt } from './offline/install-prompt-event.ts'
import { startIslands } from './islands.ts'
import { startLive } from './live/start-live.ts'
import { startLiveSearch } from './live/live-search.ts'
import { startMenu } from './menu.ts'
import { startNavigation } from './navigation/start-navigation.ts'
import { startPageViews } from './page-view.ts'
import { noteTimeOfDocument } from './time-of-answers.ts'
import { startRestoring } from './navigation/restored-page.ts'
import { startRetry } from './offline/retry.ts'
import { startSearchField } from './search-field.ts'
import { startShare } from './share.ts'
import { startShowMore } from './show-more.ts'
import { toggleTheme } from './theme.ts'
import { announceShown, replacePage } from './navigation/swap.ts'
import { layOutRest } from './navigation/top-first.ts'
import { wait, whenIdle } from './when-idle.ts'

const { dataset } = document.documentElement

deferInstallPrompt()
// In place of a missing record the server sends the home page with status 404 or 410; the address is changed to match.
if (dataset['replacesAddress'] !== undefined) history.replaceState(history.state, '', '/')
document.querySelector('.theme-toggle')?.addEventListener('click', toggleTheme)
startMenu()
const openEarlyTap = startNavigation()
// After the navigation, whose handler of pagehide announces the page first.
startPageViews()
// In a task of its own, so that a tap is not delayed by both tasks.
setTimeout(startParts)

function logFailure(error: unknown): void {
  console.info('Not loaded:', error)
}

function startParts(): void {
  noteTimeOfDocument()
  startSearchField()
  startRestoring()
  startLiveSearch()
  startShowMore()
  startForms()
  startFeeCategory()
  startShare()
  startIslands()
  startLive()
  startRetry(replacePage)
  setTimeout(() => {
    dataset['ready'] = ''
    announceShown()
    openEarlyTap()
  })
}

/** Without its later parts a document has no stars and no copies for later, so it requests them again for a minute. */
async function startLaterParts(): Promise<void> {
  for (let request = 0; request <= PART_RETRIES; request += 1) {
    const later = await withChunkLimit(import('./start-later.ts')).catch(logFailure)
    if (later) return later.startLater()
    await wait(RETRY_MS)
  }
}

// Rows that a visitor has hidden wait for it.
void Promise.resolve(dataset['only_eligible'] ?? whenIdle())
  .then(startLaterParts)
  .catch(logFailure)
// One after the other, so that no frame contains both. The first page is laid out only if no other was swapped in meanwhile.
void startFonts()
  .catch(logFailure)
  .then(() => layOutRest(0))
addEventListener('pageshow', ({ persisted }) => persisted && announceShown())
