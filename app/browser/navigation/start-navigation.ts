import { element } from '#app/browser/element.ts'
import { savesData } from '#app/browser/save-data.ts'
import { takeEarlyTap } from './early-tap.ts'
import { startFailureBar } from './failure-bar.ts'
import { prefetch, startPrefetch } from './prefetch.ts'
import { SPECULATION_RULES } from './speculation-rules.ts'
import { canSwap, openEarly, startSwapping } from './swap.ts'

/**
 * Starts the navigation between pages. Pages are swapped in browsers that can do so; other browsers are given speculation
 * rules, by which they prefetch pages.
 *
 * @returns a function that opens the page of a tap before this script started, if there was one
 */
export function startNavigation(): () => void {
  startFailureBar()
  const tap = takeEarlyTap()
  if (canSwap()) {
    startSwapping()
    startPrefetch()
    if (tap) void prefetch({ href: tap.url }, tap.response)
    return () => tap?.timer && openEarly(tap.url)
  }
  if (tap?.timer) location.assign(tap.url)
  else if (!savesData() && HTMLScriptElement.supports?.('speculationrules')) {
    document.head.append(element('script', { type: 'speculationrules' }, SPECULATION_RULES))
  }
  return () => undefined
}
