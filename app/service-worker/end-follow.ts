import { unfollow } from '#app/data/follow-calls.ts'
import { PUSH_MEMO, type PushMemo } from '#domain/app-shell.ts'
import { NOTIFICATIONS_PATH } from '#domain/page-paths.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'
import { shownNotification } from '#domain/push/shown-notification.ts'
import { worker } from './worker.ts'

/**
 * Ends the follow that a notification is about, without opening a page. When that fails, another notification reports it;
 * a tap on that opens the page on which the visitor can try again. Source: docs/behaviour/following.md#stopping
 */
export async function endFollow(notification: Notification): Promise<void> {
  notification.close()
  const { follow: topic = '' } = (notification.data ?? {}) as { follow?: string }
  try {
    const memos = await caches.open(PUSH_MEMO.cache)
    const memo = (await (await memos.match(PUSH_MEMO.key))?.json()) as PushMemo | undefined
    if (!memo) throw new Error(PUSH_BROWSER.noSubscription)
    await unfollow(memo.publishableKey, { endpoint: memo.endpoint, topic })
  } catch (error) {
    const body = error instanceof Error ? error.message : String(error)
    const { title, options } = shownNotification(
      { title: PUSH_BROWSER.unfollowFailed, body, url: NOTIFICATIONS_PATH },
      location.host,
    )
    await worker.registration.showNotification(title, options)
  }
}
