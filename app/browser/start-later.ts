import { startFollow } from '#app/push/follow/start-follow.ts'
import { startStars } from '#app/saved/start-stars.ts'
import { startBanners } from './banners/start-banners.ts'
import { startEligibility } from './eligibility/start-eligibility.ts'

/** Starts what a public page needs only when it is idle. */
export function startLater(): void {
  const { site: name = '', key: publishableKey = '', vapidKey: vapidPublicKey = '' } = document.documentElement.dataset
  const keys = { publishableKey, vapidPublicKey }
  startBanners({ name, ...keys })
  startFollow(keys)
  startStars()
  startEligibility()
}
