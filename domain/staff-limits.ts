/** Limits around the people of the staff, with their units. Source: docs/behaviour/staff.md#people */

/** Most characters of the name of a second factor, recovery codes of an account, and seconds to enter a code. */
export const FACTOR_NAME_MAX = 80
export const RECOVERY_CODES = 10
export const SECOND_FACTOR_LIMIT_S = 300

/** Minutes after a sign-in within which a second factor can be set up. */
export const FACTOR_SETUP_MINUTES = 15

/** Days for which an invitation works, and hours for which a link for a new password does. */
export const INVITATION_DAYS = 7
export const RECOVERY_HOURS = 1

/** A requested link for a new password is not replaced for these minutes, and an address gets so many mails a day. */
export const RECOVERY_LIMITS = { pauseMinutes: 15, mailsADay: 5 }

/** Interval at which an open record says that it is open, in milliseconds; the database forgets it after 40 seconds. */
export const OPEN_RECORD_MS = 10_000

/** Longest name of somebody on the staff, in characters. */
export const STAFF_NAME_MAX = 80

/** Lifetime of an access token, in seconds; after it an open page of the admin renews its session. */
export const ACCESS_TOKEN_SECONDS = 1_800

/** Seconds in which a refresh token may be used again, for requests that were sent at once or whose answer was lost. */
export const REFRESH_REUSE_SECONDS = 10
