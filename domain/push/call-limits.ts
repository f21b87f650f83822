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
  // To stop following is never limited to so many a day.
  newFollow: [{ most: 200, seconds: 86_400 }],
  test: [{ most: 10, seconds: 60 }],
  click: [{ most: 60, seconds: 60 }],
  clickOfMessage: [{ most: 1, seconds: 86_400 }],
  testOfEndpoint: [{ most: 1, seconds: 60 }],
} as const satisfies Record<string, readonly { most: number; seconds: number }[]>
