/**
 * The one script of every public page. It enhances pages that work without it; parts that only some visitors need are
 * loaded later.
 */
import { withChunkLimit } from './chunk-limit.ts'
import { startFeeCategory } from './fee-category.ts'
import { startFonts } from './fonts.ts'
import { startForms } from './forms.ts'
import { holdInstallPrompt } from './offline/install-prompt-event.ts'
import { startIslands } from './islands.ts'
import { startLive } from './live/start-live.ts'
import { startLiveSearch } from './live/live-search.ts'
import { startMenu } from './menu.ts'
import { startNavigation } from './navigation/start-navigation.ts'
import { startPageViews } from './page-view.ts'
import { startRestoring } from './navigation/restored-page.ts'
import { startRetry } from './offline/retry.ts'
import { startSearchField } from './search-field.ts'
import { startShare } from './share.ts'
import { startShowMore } from './show-more.ts'
import { followOtherTabs, toggleTheme } from './theme.ts'
import { startThirdParty } from './third-party.ts'
import { announceShown, replacePage } from './navigation/swap.ts'
import { layOutAll } from './navigation/top-first.ts'
import { whenIdle } from './when-idle.ts'

const { dataset } = document.documentElement

holdInstallPrompt()
// In place of a missing record the server sends the home page with status 404 or 410; the address is changed to match.
if (dataset['replacesAddress'] !== undefined) history.replaceState(history.state, '', '/')
document.querySelector('.theme-toggle')?.addEventListener('click', toggleTheme)
followOtherTabs()
startMenu()
startSearchField()
startRestoring()
startLiveSearch()
startShowMore()
startForms()
startFeeCategory()
startShare()
startIslands()
startNavigation()
startLive()
startPageViews()
startThirdParty()
void startFonts().catch((error: unknown) => console.info('The fonts could not be loaded', error))
startRetry((response) => void response.text().then(replacePage))
void whenIdle()
  .then(() => withChunkLimit(import('./start-later.ts')))
  .then(({ startLater }) => startLater())
  .catch((error: unknown) => console.info('The banners and stars could not be loaded', error))
void whenIdle(0).then(layOutAll)
addEventListener('pageshow', ({ persisted }) => persisted && announceShown())
// In a task of its own, so that a tap is not delayed by both tasks.
setTimeout(() => {
  dataset['ready'] = ''
  announceShown()
})
