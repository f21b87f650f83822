import { installsByHand, isInstalled } from '#app/browser/offline/install-prompt.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'
import type { PushState } from './push-subscription.ts'
import { NOTIFICATIONS } from './settings/words.ts'

/** @returns why this browser cannot be subscribed, and what the visitor can do about it; null when it can be */
export function obstacleOf(state: PushState): { title: string; text: string } | null {
  if (state.kind === 'unsupported' && installsByHand() && !isInstalled())
    return { title: NOTIFICATIONS.installFirst, text: NOTIFICATIONS.installFirstText }
  if (state.kind === 'unsupported') return { title: PUSH_BROWSER.unsupported, text: NOTIFICATIONS.otherWays }
  if (state.kind === 'not-granted' && state.permission === 'denied')
    return { title: NOTIFICATIONS.blocked, text: NOTIFICATIONS.blockedText }
  return null
}
