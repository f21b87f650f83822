/** A date so many years before the post time of a notice, or from now, is probably a slip. */
export const DISTANT_DATE_YEARS = 2

/** Waiting time of a save for what the warnings about a notice are compared with, in milliseconds. */
export const SURROUNDINGS_TIMEOUT_MS = 3_000

/** Links that one question about a notice names, and notices with dead links that the admin lists at once. */
export const NOTICE_LINKS_MAX = 50
export const DEAD_LINKS = 50

/** Longest wait for the check of one link, in milliseconds: the server ends it earlier. */
export const LINK_CHECK_TIMEOUT_MS = 60_000
