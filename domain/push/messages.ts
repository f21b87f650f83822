import { PUSH_BROWSER } from './browser-messages.ts'

const AWAY = 'The database cannot be reached right now'

/** Error messages of the push function. */
export const PUSH_CALL = {
  unknown: 'The push function does not offer this',
  wrongMethod: 'The push function does not offer this method here',
  tooLarge: 'The payload is too large',
  noJson: 'The payload is not JSON',
  invalid: (field: string, reason: string) => (field ? `${field}: ${reason}` : reason),
  noPushService: 'must be the https address of a known push service',
  noPublicKey: 'must be a point of the curve P-256',
  tooLong: (most: number) => `must have at most ${most} characters`,
  blank: 'must not be empty',
  noPath: 'must be a page of this site',
  noImage: 'must be an https address of a picture',
  noTime: 'must be a time from now to a year ahead',
  hasLeft: 'It has left already, or was cancelled',
  stale: 'It was changed meanwhile: press Change on it again to see what it says now',
  payloadTooLong: (bytes: number, most: number) =>
    `The notification is too long: ${bytes} bytes encrypted, ${most} at most`,
  followsFull: (most: number) => `You follow ${most} things already. Stop following one of them first.`,
  listsFull: 'Too many different lists are followed just now. Follow one with fewer filters.',
  cannotFollow: 'This cannot be followed any more',
  testFailed: PUSH_BROWSER.testFailed,
  tooMany: 'Too many requests. Please try again later.',
  full: 'The portal takes no more subscriptions at present',
  away: AWAY,
  notAdmin: {
    401: 'Please login as admin to access this page.',
    403: 'Access Denied. Admins only.',
    503: AWAY,
  },
}
