import type { StaffRole } from '#domain/staff-roles.ts'
import { ACCESS_TOKEN_SECONDS, FACTOR_SETUP_MINUTES, RECOVERY_HOURS } from '#domain/staff-limits.ts'

/** Texts about the people of the staff. Source: docs/behaviour/staff.md#people */

export const ROLE_LABELS: Record<StaffRole, string> = { admin: 'Admin', editor: 'Editor' }

export const STAFF = {
  label: 'Staff',
  path: '/admin/staff',
  hint: `Admins may do everything. Editors write notices; they do not manage people, and an admin approves what they send. When somebody was last seen is exact to ${ACCESS_TOKEN_SECONDS / 60} minutes.`,
  invite: 'Invite',
  email: 'E-mail',
  role: 'Role',
  makeRole: { admin: 'Make admin', editor: 'Make editor' },
  roleQuestion: {
    admin: 'Make this account an admin? It may then do everything, also manage people.',
    editor: 'Make this account an editor? It may then no longer manage people, and an admin approves what it sends.',
  },
  deactivate: 'Deactivate',
  activate: 'Activate',
  deactivateQuestion: 'Deactivate this account? It is signed out everywhere at once.',
  newPassword: 'New password',
  removeFactor: 'Remove second factor',
  removeFactorQuestion: 'Remove the second factor and its recovery codes? Do this only for somebody whom you know.',
  cancel: 'Cancel invitation',
  again: 'New link',
  you: 'You',
  deactivated: 'Deactivated',
  invited: (until: string) => `Invited until ${until}`,
  expired: 'Invitation has expired',
  hasFactor: 'Second factor',
  noFactor: 'No second factor',
  here: 'Here now',
  seen: (when: string) => `Last seen ${when}`,
  neverSeen: 'Never signed in',
  sessions: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
  linkOf: (who: string) => `Link for ${who}`,
  linkHint: 'It works once, and is shown only now.',
  mailed: (who: string) => `The link was also sent to ${who}.`,
  mailFailed: 'It could not be sent by e-mail.',
  notMailed: 'Send it in a way that only this person reads.',
  copy: 'Copy link',
  copied: 'Copied',
  done: (who: string) => `Saved: ${who}`,
  cancelled: (who: string) => `The invitation is cancelled, and its link is useless: ${who}`,
  removedFactor: (who: string) => `The second factor is removed: ${who}`,
  failed: (message: string) => `Failed: ${message}`,
}

export const ACCOUNT = {
  label: 'My Account',
  path: '/admin/account',
  name: 'Name that others see',
  saveName: 'Save name',
  savedName: 'Saved the name',
  sessions: 'Where you are signed in',
  thisSession: 'This browser',
  endSession: 'Sign out there',
  endedSession: 'Signed out there',
  begun: (when: string) => `Signed in ${when}`,
  used: (when: string) => `last used ${when}`,
  unknownDevice: 'Unknown browser',
}

export const SECOND_FACTOR = {
  heading: 'Second factor',
  intro: 'With a second factor nobody signs in with your password alone: an app on your phone shows a code for it.',
  required: 'Your role needs a second factor. Set it up to go on.',
  setUp: 'Set up',
  signInAgain: `Please sign out and sign in again first: a second factor is set up within ${FACTOR_SETUP_MINUTES} minutes after that.`,
  scan: 'Scan this picture with an authenticator app, or enter the key. Then enter the code that the app shows.',
  picture: 'QR code for the authenticator app',
  key: 'Key',
  code: 'Code',
  codeHint: 'Six digits from your authenticator app, or a recovery code',
  confirm: 'Confirm code',
  isOn: 'The second factor is on.',
  turnOff: 'Turn off',
  turnOffQuestion: 'Turn the second factor off? Your password alone will be enough.',
  turnedOff: 'The second factor is off',
  turnedOn: 'The second factor is on',
  codesLeft: (count: number) => (count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`),
  noCodes: 'You have no recovery codes yet: without them a lost phone locks you out.',
  codesLost:
    'There was no answer. Codes that you have may not work any more: make recovery codes again, and use only those.',
  makeCodes: 'Make recovery codes',
  codes: 'Recovery codes',
  codesHint: 'Each signs you in once when you do not have your phone. They are shown only now: write them down.',
  failed: (message: string) => `Failed: ${message}`,
  wrong: 'This code is not right, or was used already.',
}

export const SIGN_IN_HELP = {
  show: 'Show password',
  forgot: 'Forgot your password?',
  forgotHint: 'Enter your e-mail address. If it is on the staff, you get a link for a new password.',
  forgotWithoutMail: 'This site sends no e-mail. Ask an admin for a link for a new password.',
  sendLink: 'Send link',
  sent: `If this address is on the staff, a link is on its way. It works for ${60 * RECOVERY_HOURS} minutes.`,
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  signOut: 'Sign out',
}

/** Source: docs/behaviour/staff.md#who-edits-a-record */
export const PRESENCE = {
  editing: (names: readonly string[]) =>
    names.length === 1 ? `${names[0]} is editing this` : `${names.join(', ')} are editing this`,
}

export const ACCEPT = {
  title: 'Choose a password',
  welcome: (site: string) => `Welcome to the staff of ${site}`,
  name: 'Your name, as others on the staff see it',
  password: 'Password',
  passwordHint: (least: number) => `At least ${least} characters`,
  save: 'Save and sign in',
  broken: 'This link is not complete. Open it from the message again, or ask for another one.',
  signIn: 'Go to sign-in',
}
