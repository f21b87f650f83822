/**
 * What the banners say. They come after the page, so their words do, too.
 * Source: docs/behaviour/offline.md#offline-banner.
 */
export const BANNERS = {
  offline: "You're offline - Some features may be limited",
  asOf: (day: string, ago: string) => `This page is as it was on ${day}${ago && `, ${ago}`}.`,
  update: 'New version available!',
  updateNow: 'Update',
  install: (siteName: string) => `Install ${siteName}`,
  installReason: 'Opens like an app, also offline.',
  installNow: 'Install',
  close: 'Close',
  push: 'Hear about new notices first',
  pushAfterInstall: "Tap Share, then 'Add to Home Screen'. Open the app from there to turn notifications on.",
  pushNow: 'Turn on',
  pushOn: 'Notifications are on',
  pushTopics: 'Choose topics',
}
