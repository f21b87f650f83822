import { takeOver, watchUpdates } from './service-worker.ts'
import { BANNERS } from '#domain/banner-messages.ts'
import { offer, offerButton, type Banner, type BannerContext } from '#app/browser/banners/banner.ts'

const AROUND = 'M20 6v5h-5M4 18v-5h5M6 9a7 7 0 0 1 12-2l2 4M18 15a7 7 0 0 1-12 2l-2-4'

/** The banner that offers to load the new version of the site. Source: docs/behaviour/offline.md#update-banner. */
export function updateBanner({ registration, onChange }: BannerContext): Banner {
  let shown: Element | null = null
  const show = (banner: Element | null) => {
    shown = banner
    onChange()
  }
  void registration.then((found) => {
    if (!found) return
    const action = offerButton(BANNERS.updateNow, () => takeOver(found))
    const banner = offer({ icon: AROUND, title: BANNERS.update, action, onClose: () => show(null) })
    watchUpdates(found, () => show(banner))
  })
  return () => shown
}
