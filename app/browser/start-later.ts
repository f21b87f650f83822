import { startFollow } from '#app/push/follow/start-follow.ts'
import { startStars } from '#app/saved/start-stars.ts'
import { startBanners } from './banners/start-banners.ts'
import { startEligibility } from './eligibility/start-eligibility.ts'

/** Longest wait for the manifest, in milliseconds: the banners say that the device is offline, also on a network that hangs. */
const MANIFEST_TIMEOUT_MS = 3_000

/** Starts what a public page needs only when it is idle. */
export async function startLater(): Promise<void> {
  startStars()
  startEligibility()
  const { site: name = '', key: publishableKey = '' } = document.documentElement.dataset
  let vapidPublicKey = ''
  startFollow(async () => {
    vapidPublicKey ||= await readPushKey()
    return { publishableKey, vapidPublicKey }
  })
  vapidPublicKey = await readPushKey().catch(() => '')
  startBanners({ name, publishableKey, vapidPublicKey })
}

async function readPushKey(): Promise<string> {
  const response = await fetch('/manifest.webmanifest', { signal: AbortSignal.timeout(MANIFEST_TIMEOUT_MS) })
  const { vapid_public_key: key } = (await response.json()) as { vapid_public_key?: string }
  return key ?? ''
}
