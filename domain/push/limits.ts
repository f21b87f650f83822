/** Limits of push notifications, with their units. Source: docs/behaviour/limits.md#push-limits */

/** Timeout of a visitor's call of the push function, in milliseconds. */
export const PUSH_CALL_TIMEOUT_MS = 20_000

/** Notifications that the history loads at a time. */
export const PUSH_HISTORY_ROWS = 20

/** Timeout of a staff call of the push function, in milliseconds; the server waits 25 s for the first results of a send. */
export const STAFF_PUSH_TIMEOUT_MS = 40_000

/** Longest endpoint of a subscription, in characters. */
export const PUSH_ENDPOINT_MAX = 2_048

/** Longest user agent that is stored with a subscription, in characters. */
export const PUSH_USER_AGENT_MAX = 1_000

/** Longest title and message of a notification, in characters. */
export const PUSH_TITLE_MAX = 100
export const PUSH_BODY_MAX = 300

/** Topics that one subscription may follow. */
export const FOLLOWS_MAX = 100

/** Time for which a window offers to undo a notification, in milliseconds; the database decides (push.undo_time). */
export const PUSH_UNDO_MS = 10_000

/** How far ahead, and how long ago, the time for which a notification is scheduled may be, in milliseconds. */
export const PUSH_AHEAD_MS = 366 * 86_400_000
export const PUSH_PAST_MS = 3_600_000

/** Interval for polling a notification that is being sent, and one that waits for its time, in milliseconds. */
export const PUSH_REFRESH_MS = 1_000
export const PUSH_WAITING_REFRESH_MS = 15_000

/** Longest address in a notification, in characters. */
export const PUSH_LINK_MAX = 1_024

/** Most that a push service takes, encrypted, in bytes. Source: RFC 8030, section 7.2 */
export const PUSH_PAYLOAD_MAX = 4_096

/** TTL of a notification at the push service, in seconds. */
export const PUSH_TTL_S = 86_400

/**
 * Tries to hand one message over before it counts as failed.
 * Source: docs/behaviour/faults.md#push-services-that-fail
 */
export const PUSH_TRIES = 5

/**
 * Rate limits of the public calls of the push function: most calls in so many seconds, from one IP address, and
 * for test notifications also to one endpoint. Source: docs/behaviour/security.md#limits-on-push-calls
 */
export const PUSH_LIMITS = {
  subscribe: [
    { most: 10, seconds: 60 },
    { most: 100, seconds: 86_400 },
  ],
  change: [{ most: 30, seconds: 60 }],
  follow: [{ most: 60, seconds: 60 }],
  // Stopping to follow has no daily limit.
  newFollow: [{ most: 200, seconds: 86_400 }],
  test: [{ most: 10, seconds: 60 }],
  click: [{ most: 60, seconds: 60 }],
  clickOfMessage: [{ most: 1, seconds: 86_400 }],
  testOfEndpoint: [{ most: 1, seconds: 60 }],
} as const satisfies Record<string, readonly { most: number; seconds: number }[]>
