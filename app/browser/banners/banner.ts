import { drawing, element } from '#app/browser/element.ts'
import type { PushKeys } from '#app/push/push-subscription.ts'
import { BANNERS } from '#domain/banner-messages.ts'

/** Settings of the site that the banners need. */
export interface BannerSite {
  name: string
  /** Called each time that the keys are needed, because public pages do not contain that of web push; may throw. */
  readPushKeys: () => Promise<PushKeys>
}

export interface BannerContext {
  site: BannerSite
  /** The service worker of this page, or null. */
  registration: Promise<ServiceWorkerRegistration | null>
  /** To be called when a banner appears, changes or disappears. */
  onChange: () => void
}

/** Returns the element of a banner while it is to be shown: the same one until its content changes. */
export type Banner = () => Element | null

interface OfferParts {
  icon: string
  title: string
  text?: string | Node
  /** Link or button that accepts the offer. */
  action?: Node
  onClose: () => void
}

/** @returns an offer with a close button */
export function offer({ icon, title, text, action, onClose }: OfferParts): HTMLElement {
  const words = element('div', { class: 'words' }, element('p', { class: 'title' }, title))
  if (text) words.append(element('p', {}, text))
  const attributes = { type: 'button', class: 'icon-button', 'aria-label': `${BANNERS.close}: ${title}` }
  const close = element('button', attributes, drawing('m6 6 12 12M18 6 6 18'))
  close.addEventListener('click', onClose)
  return element('div', { class: 'banner' }, drawing(icon), words, ...(action ? [action] : []), close)
}

/** @returns the button of an offer */
export function offerButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'button primary' }, label)
  button.addEventListener('click', onClick)
  return button
}
