import { endSignal } from '#domain/end-signal.ts'
import { startFollow } from '#app/push/follow/start-follow.ts'
import { startStars } from '#app/saved/start-stars.ts'
import { withChunkLimit } from './chunk-limit.ts'
import { startBanners } from './banners/start-banners.ts'
import { startEligibility } from './eligibility/start-eligibility.ts'
import { downloadLatinFont } from './latin-font.ts'
import { followDay } from './live/follow-day.ts'
import { startScrollOfHistory } from './navigation/scroll-of-history.ts'
import { followOtherTabs } from './theme-of-other-tabs.ts'
import { startThirdParty } from './third-party.ts'
import { wait, whenIdle } from './when-idle.ts'

/** Longest wait for the manifest, in milliseconds: a tap waits for the key in it. */
const MANIFEST_TIMEOUT_MS = 3_000

/** Time in which the styles of these parts are applied to the page, in a frame without other work, in milliseconds. */
const STYLES_MS = 50

/** Starts what a public page needs only when it is idle; of it, what decides which rows are shown comes first. */
export async function startLater(): Promise<void> {
  if (!('popover' in HTMLElement.prototype)) {
    void withChunkLimit(import('./menu-dialog.ts'))
      .then(({ startMenuDialog }) => startMenuDialog())
      .catch((error: unknown) => console.info('The menu could not be loaded', error))
  }
  startEligibility()
  await ('only_eligible' in document.documentElement.dataset ? whenIdle() : wait(STYLES_MS))
  // In tasks of their own, so that a tap is not delayed by all of them.
  await startStars()
  for (const start of [startScrollOfHistory, followOtherTabs, followDay, startThirdParty]) {
    await wait()
    start()
  }
  await wait()
  // So that 'Show more' is there when the network is gone.
  void import('./add-rows.ts').catch((error: unknown) => console.info('The script could not be loaded', error))
  void downloadLatinFont().catch((error: unknown) => console.info('The font could not be loaded', error))
  const { site: name = '', key: publishableKey = '' } = document.documentElement.dataset
  const readPushKeys = async () => ({ publishableKey, vapidPublicKey: await readPushKey() })
  startFollow(readPushKeys)
  startBanners({ name, readPushKeys })
}

/** The key of web push of this document, once it has been read. */
let pushKey = ''

/** @throws when it cannot be read; the next call asks again */
async function readPushKey(): Promise<string> {
  pushKey ||= await fetchPushKey()
  return pushKey
}

async function fetchPushKey(): Promise<string> {
  const response = await fetch('/manifest.webmanifest', { signal: endSignal(MANIFEST_TIMEOUT_MS) })
  const { vapid_public_key: key } = (await response.json()) as { vapid_public_key?: string }
  return key ?? ''
}
