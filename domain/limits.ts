/** Business limits with their units. Source: specification, section 9, unless said otherwise. */

/** Notices on one page of a list and in one section of the home page. */
export const PAGE_SIZE = 25
export const ANSWER_KEY_PAGE_SIZE = 17

/** Titles in the quick-links grid of the home page. */
export const QUICK_LINKS = 9

/** Listed notices whose details are fetched before anybody asks. */
export const PREFETCHED_NOTICES = 5

/** Placeholder rows while a list loads. */
export const SKELETON_TILES = 12

/** Rows of a home section shown on a phone before 'Show all'. */
export const FOLDED_SECTION_ROWS = 8

/** Pause after the last key before a search box asks the database, in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 300

/** Shortest text that the search of the whole site looks for, in characters. */
export const SEARCH_TEXT_MIN = 2

/** Longest text a search box sends, in characters. */
export const SEARCH_TEXT_MAX = 200

/** Notices found for the dropdown of the header, and for one page of the search. */
export const DROPDOWN_RESULTS = 20
export const SEARCH_PAGE_RESULTS = 100

/** Longest word or phrase that stands for another one in the search, in characters. */
export const SEARCH_WORD_MAX = 60

/** Suggestions, and notices shown before anything is typed, in the dropdown of the header. */
export const SUGGESTIONS = 5
export const TRENDING_NOTICES = 8

/** Age up to which a prefetched page is shown, in milliseconds. */
export const PREFETCHED_PAGE_MS = 120_000

/** Prefetched pages in memory. */
export const PREFETCHED_PAGES = 60

/** After this long a part of the page that does not arrive counts as failed, in milliseconds. Source: section 8. */
export const CHUNK_TIMEOUT_MS = 120_000

/** Pause before the text of a page is judged for advertising, in milliseconds. */
export const AD_CHECK_DELAY_MS = 2_000

/** Pages that a device stores for reading offline. */
export const CACHED_PAGES = 60

/** A page that was stored less long ago is not fetched again only to be stored, in milliseconds. */
export const CACHED_PAGE_FRESH_MS = 600_000

/** After this long without an answer the saved copy of a page is shown, in milliseconds. */
export const SAVED_COPY_AFTER_MS = 3_000

/** After this long a page that has no saved copy counts as unreachable, in milliseconds. */
export const PAGE_TIMEOUT_MS = 15_000

/** After this long nothing waits any more for a page that was fetched by another one, in milliseconds. */
export const LATE_ANSWER_MS = 30_000

/** Pause before a page that could not be reached is asked for again, in milliseconds. */
export const RETRY_MS = 5_000

/** How often a visible page asks whether there is a new version, in milliseconds. */
export const UPDATE_CHECK_MS = 30_000

/** How long somebody who closed an invitation is left alone, in days. */
export const INVITATION_PAUSE_DAYS = 30

/** Longest wait for an answer of the push function, in milliseconds. */
export const PUSH_CALL_TIMEOUT_MS = 20_000

/** Notices that somebody opens before being asked whether to hear of new ones. */
export const NOTICES_BEFORE_INVITATION = 2

/** 'Days left' is shown on cards from this many days before the last date. */
export const LAST_DAYS = 4

/** Counts per list are exact up to this number and shown as '10,000+' above it. */
export const COUNT_CAP = 10_000

/** Notices in a feed. */
export const FEED_ENTRIES = 50

/** Longest wait for the answer who is signed in, in milliseconds. */
export const SESSION_CHECK_MS = 5_000

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 6_000

/** Longest slug, in characters. */
export const SLUG_MAX = 100

/** Suffixes that are tried for a slug before it gets a timestamp. */
export const SLUG_TRIES = 100

/** Largest file that staff can upload, in bytes: 10 MB. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024

/** Most pixels of an uploaded image, and its longest side as it is kept. */
export const IMAGE_MAX_PIXELS = 50_000_000
export const IMAGE_MAX_SIDE = 2400

/** Widths in which pages offer an uploaded image, in pixels. */
export const IMAGE_WIDTHS = [300, 600, 900, 1200]

/** Rows that a table of the back office loads at a time, and most that it asks for at once. */
export const TABLE_ROWS = 50
export const TABLE_ROWS_MAX = 1_000

/** Messages of the contact page that the inbox loads at a time. */
export const INBOX_MESSAGES = 25

/** Pause before a table is read again after something in it changed, in milliseconds. */
export const TABLE_REFRESH_MS = 500

/** Changes of selected rows that are under way at the same time. */
export const BULK_AT_ONCE = 4

/** Attempts to sign in that may fail: from one address in a minute, and with one account before pauses begin. */
export const SIGN_IN_PER_MINUTE = 10
export const SIGN_IN_FREE_ATTEMPTS = 5

/** Pauses double with every failed attempt, up to this many seconds. */
export const SIGN_IN_LONGEST_PAUSE_S = 900

/** Days that an address is known to belong to somebody who signed in from there. */
export const SIGN_IN_KNOWN_DAYS = 90

/** Longest wait for the answer to a save, in milliseconds. */
export const SAVE_TIMEOUT_MS = 20_000

/** Unsaved forms that a browser keeps. */
export const DRAFTS_MAX = 20

/** Pause after the last key before a form is kept as a draft, in milliseconds. */
export const DRAFT_DEBOUNCE_MS = 400

/** Choices that a picker shows at a time. */
export const PICKER_CHOICES = 20

/** Characters of a password of staff; what is longer would not be compared. */
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 72

/** Longest name and subject, and longest message, that the inbox takes, in characters. */
export const CONTACT_LINE_MAX = 200
export const CONTACT_MESSAGE_MAX = 5_000

/** Longest endpoint of a subscription, in characters. */
export const PUSH_ENDPOINT_MAX = 2_048

/** Longest description of a browser that is kept with its subscription, in characters. */
export const PUSH_USER_AGENT_MAX = 1_000

/** Longest title and message of a notification, in characters. */
export const PUSH_TITLE_MAX = 100
export const PUSH_BODY_MAX = 300

/** A notification for more subscribers than this is sent after a question. */
export const PUSH_ASK_FROM = 1_000

/** Pause before the numbers of subscriptions are read again after a send, and between looks at one, in milliseconds. */
export const PUSH_REFRESH_MS = 1_000

/** Longest address in a notification, in characters. */
export const PUSH_LINK_MAX = 1_024

/** Most that a push service takes, encrypted, in bytes. Source: RFC 8030, section 7.2 */
export const PUSH_PAYLOAD_MAX = 4_096

/** How long a notification is worth delivering, in seconds. */
export const PUSH_TTL_S = 86_400

/** Tries to hand one message over before it counts as failed. Source: fault cases, R18 */
export const PUSH_TRIES = 5

/** Events per second that a browser may send over the realtime connection. */
export const REALTIME_EVENTS_PER_SECOND = 10

/** Changes that follow one another within this time are shown together, in milliseconds. */
export const CHANGES_BATCH_MS = 100

/** Thousands of open pages ask for a change within this time, in milliseconds; a few ask at once. */
export const CHANGES_SPREAD_MS = 2_000

/** A page nobody looks at hears of no changes after this time, in milliseconds. */
export const HIDDEN_LIVE_MS = 60_000

/** Pause after a page has become idle, in milliseconds, in which what is likely to be tapped is loaded before a font. */
export const FONT_DELAY_MS = 1_500

/** A page that was fetched longer ago when changes begin to arrive is fetched again, in milliseconds. */
export const LIVE_GAP_MS = 5_000

/** How far one has scrolled when new notices wait to be asked for, in CSS pixels. */
export const READING_FROM_PX = 80
