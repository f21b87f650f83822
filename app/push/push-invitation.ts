import { element } from '#app/browser/element.ts'
import { installsByHand, isInstalled } from '#app/browser/offline/install-prompt.ts'
import { onMeaningfulAction } from './meaningful-action.ts'
import { isPushSupported, subscribe } from './push-subscription.ts'
import { BANNERS } from '#domain/banner-messages.ts'
import { NOTIFICATIONS_PATH } from '#domain/page-paths.ts'
import { offer, offerButton, type Banner, type BannerContext } from '#app/browser/banners/banner.ts'
import { isPaused, pause } from '#app/browser/banners/invitation-pause.ts'
import { capitalized } from '#domain/capitalized.ts'
import { PUSH_SUBJECTS } from '#domain/push/preferences.ts'

const BELL = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 20.5c.8 1.2 3.2 1.2 4 0'
const NAME = 'push'

/** Shown once, after a meaningful action and never on load. The permission prompt follows only when it is accepted. */
export function pushInvitation({ site, onChange }: BannerContext): Banner {
  let shown: Element | null = null
  let wasShown = false
  const show = (banner: Element | null) => {
    shown = banner
    onChange()
  }
  const close = () => {
    pause(NAME)
    show(null)
  }
  const confirm = () => {
    pause(NAME)
    show(confirmation(close, () => show(null)))
  }
  onMeaningfulAction(() => {
    const way = wasShown ? null : wayToSubscribe()
    if (!way) return
    wasShown = true
    const turnOn = () => subscribe(site.readPushKeys()).then(confirm)
    show(way === 'here' ? invitation(turnOn, close) : installAdvice(close))
  })
  return () => (navigator.onLine && !location.pathname.startsWith('/admin') ? shown : null)
}

function invitation(turnOn: () => Promise<void>, onClose: () => void): Element {
  const text = new Text(`${capitalized(PUSH_SUBJECTS)}.`)
  const action = offerButton(BANNERS.pushNow, () => {
    action.disabled = true
    turnOn().catch((error: unknown) => {
      text.data = error instanceof Error ? error.message : String(error)
      action.disabled = false
    })
  })
  return offer({ icon: BELL, title: BANNERS.push, text, action, onClose })
}

function installAdvice(onClose: () => void): Element {
  return offer({ icon: BELL, title: BANNERS.push, text: BANNERS.pushAfterInstall, onClose })
}

function confirmation(onClose: () => void, onFollow: () => void): Element {
  const action = element('a', { class: 'button', href: NOTIFICATIONS_PATH }, BANNERS.pushTopics)
  action.addEventListener('click', onFollow)
  return offer({ icon: BELL, title: BANNERS.pushOn, action, onClose })
}

/**
 * @returns null for visitors whose browser has no push, who have decided already, or who closed the invitation lately
 */
function wayToSubscribe(): 'here' | 'after-install' | null {
  if (isPaused(NAME)) return null
  if (isPushSupported()) return Notification.permission === 'default' ? 'here' : null
  return installsByHand() && !isInstalled() ? 'after-install' : null
}
