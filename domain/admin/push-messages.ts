/** Texts of the tabs for push notifications. Source: docs/behaviour/push.md#words-of-the-tabs. */
export const PUSH_TAB = {
  label: 'Push Notifications',
  path: '/admin/push-notifications',
  send: 'Send Notification',
  sending: 'Sending...',
  sent: (sent: number, failed: number) => `Notification sent successfully! Sent to ${sent} users, ${failed} failed.`,
  goesOn: (sent: number, total: number) => `Sending goes on: ${sent} of ${total} so far.`,
  paused: (sent: number, total: number) => `The sending is paused after ${sent} of ${total}.`,
  cancelled: (sent: number, total: number) => `The sending was cancelled after ${sent} of ${total}.`,
  sendFailed: (message: string) => `Failed to send notification: ${message}`,
  sendFailedPlain: 'Failed to send notification',
  statsFailed: 'Failed to get stats',
  changeFailed: (message: string) => `Failed to change the sending: ${message}`,
  aboutFailed: (message: string) => `Failed to load item for the notification: ${message}`,
  hidden: 'Visitors do not see this notice: it is inactive.',
  manyQuestion: (count: string) => `Send this notification to ${count} subscribers?`,
  cancelQuestion: 'Cancel this notification for everybody who has not got it yet?',
  toFollowers: 'Sent by the server to followers',
  noneSent: 'Nothing has been sent yet',
  notify: 'Notify',
  testToMe: 'Send a test to me',
  testSent: 'The test is on its way to this browser.',
  testFailed: (message: string) => `Test notification failed: ${message}`,
}

export const PUSH_TESTER = {
  label: 'Push Tester',
  path: '/admin/push-tester',
  denied: 'Notification permission denied. Please enable notifications in browser settings.',
  subscribeFailed: (message: string) => `Subscription failed: ${message}`,
  unsubscribeFailed: (message: string) => `Unsubscribe failed: ${message}`,
  testFailed: (message: string) => `Test notification failed: ${message}`,
  subscribed: 'This browser is subscribed.',
  unsubscribed: 'This browser is not subscribed any more.',
  sent: 'The notification is on its way to this browser.',
  shownHere: 'The server did not send it: the browser has shown it itself.',
}

/** Labels of the states of a notification. */
export const PUSH_STATES = { sending: 'Sending', paused: 'Paused', cancelled: 'Cancelled', done: 'Sent' }
