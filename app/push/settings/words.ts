export const NOTIFICATIONS = {
  state: 'Notifications on this device',
  checking: 'Looking at this browser...',
  impossible: 'Not possible without JavaScript',
  needsScripts: 'Notifications need JavaScript, and a browser that is not too old.',
  on: 'On for this device',
  onText: 'You hear about what you choose below, also while no page of this site is open.',
  off: 'Off on this device',
  offText: 'Your browser asks once whether this site may notify you.',
  blocked: 'Blocked in your browser',
  blockedText: "Open the browser's settings for this site, allow notifications there, and come back.",
  installFirst: 'Install the app first',
  installFirstText:
    "On iPhone and iPad: tap Share, then 'Add to Home Screen', open the app from there and come back to this page.",
  otherWays: 'The newsletter and the channels at the foot of this page tell you about new notices, too.',
  turnOn: 'Turn on notifications',
  turnOff: 'Turn off',
  test: 'Send a test',
  about: 'What you hear about',
  stored:
    "What is stored: this browser's address at its push service, its keys, your choices, what you follow and the kind of browser. No name and no IP address.",
  turnedOn: 'Notifications are on.',
  turnedOff: 'Notifications are off.',
  saved: 'Saved.',
  tested: {
    server: 'A test is on its way to this device.',
    browser: 'The server could not send a test just now. Your browser has shown one itself.',
  },
}

export const FOLLOWS = {
  title: 'What you follow',
  none: "Nothing yet. Tap 'Follow' on the page of a recruitment or a notice, or on a list with filters, to hear about exactly that.",
  gone: 'A notice that is not here any more',
  organization: (name: string) => `Everything by ${name}`,
  stop: 'Stop',
  stopLabel: (title: string) => `Stop following ${title}`,
  stopped: 'You do not follow it any more.',
  quiet: 'Quiet hours',
  quietText:
    'In this time, Indian time, you get nothing of what you follow: it comes at the end, unless it is too late then. The same time twice turns them off.',
  starts: 'From',
  ends: 'Until',
  saved: 'Saved.',
  unreadable: 'What you follow could not be loaded. Please try again later.',
}
