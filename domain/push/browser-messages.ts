/** What the browser's side of notifications says. Source: docs/behaviour/push.md#words-of-the-browser. */
export const PUSH_BROWSER = {
  unsupported: 'Push notifications are not supported in this browser',
  cannotSubscribe: 'Push notifications are not supported',
  denied: 'Notification permission denied',
  noSubscription: 'No active subscription found',
  subscribeFailed: 'Failed to subscribe',
  unsubscribeFailed: 'Failed to unsubscribe',
  preferencesFailed: 'Failed to update preferences',
  testFailed: 'Failed to send test notification',
  followFailed: 'Failed to follow',
  unfollowFailed: 'Failed to stop following',
  tapFailed: 'Failed to count a tap',
  quietFailed: 'Failed to change the quiet hours',
}

/** Body of a notification without one. */
export const PUSH_DEFAULT_BODY = 'New government job notification available!'

/** Button of a notification about something that is followed. Source: docs/behaviour/following.md#stopping */
export const STOP_FOLLOWING = { action: 'stop', title: 'Stop following' }

export const TEST_NOTIFICATION = {
  title: 'Test Notification',
  body: 'This is a test notification from the product PWA!',
  tag: 'test-notification',
}
