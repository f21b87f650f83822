/** Business limits with their units. Source: docs/behaviour/limits.md#where-limits-live. */

/** Notices on one page of a list and in one section of the home page. */
export const PAGE_SIZE = 25
export const ANSWER_KEY_PAGE_SIZE = 17

/** Longest title of a page with the name of the site, in characters: search engines cut longer ones. */
export const PAGE_TITLE_MAX = 69

/** Listed notices whose pages are prefetched. */
export const PREFETCHED_NOTICES = 5

/** Placeholder rows while a list loads. */
export const SKELETON_TILES = 12

/** Rows of a home section shown on a phone before 'Show all'. */
export const FOLDED_SECTION_ROWS = 8

/** Pause after the last key before a search box sends a request, in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 300

/** Shortest text that the search of the whole site accepts, in characters. */
export const SEARCH_TEXT_MIN = 2

/** Longest text a search box sends, in characters. */
export const SEARCH_TEXT_MAX = 200

/** Notices found for the dropdown of the header, and for one page of the search. */
export const DROPDOWN_RESULTS = 20
export const SEARCH_PAGE_RESULTS = 100

/** Largest offset of a page of the search: the database finds and orders what comes before it, too. */
export const SEARCH_OFFSET_MAX = 1_000

/** Longest search word, which is a word or phrase with a synonym, in characters. */
export const SEARCH_WORD_MAX = 60

/** Suggestions, and notices shown before anything is typed, in the dropdown of the header. */
export const SUGGESTIONS = 5
export const TRENDING_NOTICES = 8

/** Age up to which a prefetched page is used, in milliseconds. */
export const PREFETCHED_PAGE_MS = 120_000

/** Prefetched pages that are cached in memory. */
export const PREFETCHED_PAGES = 60

/**
 * After this long a script that a page or a part of it waits for counts as failed, in milliseconds.
 * Source: docs/behaviour/messages.md#scripts-that-do-not-arrive.
 */
export const CHUNK_TIMEOUT_MS = 120_000

/** Pause before a page is checked for ad eligibility, in milliseconds. */
export const AD_CHECK_DELAY_MS = 2_000

/** Days from the post date for which a notice is 'New'. */
export const NEW_DAYS = 7

/** Pages that a browser saves for reading offline. */
export const CACHED_PAGES = 60

/** Age up to which a saved page is fresh and not fetched again only to be saved, in milliseconds. */
export const CACHED_PAGE_FRESH_MS = 600_000

/** Time without a response after which the saved copy of a page is shown, in milliseconds. */
export const SAVED_COPY_AFTER_MS = 3_000

/** Time without a response after which a page without a saved copy is unreachable, in milliseconds. */
export const PAGE_TIMEOUT_MS = 15_000

/** Timeout of what a script fetches for the page on screen: parts, rows, sent forms, in milliseconds. */
export const LATE_RESPONSE_MS = 30_000

/** Pause before the request for an unreachable page is retried, in milliseconds. */
export const RETRY_MS = 5_000

/** How often a document requests a part of its script again, each time after that pause. */
export const PART_RETRIES = 12

/** Interval at which a visible page checks for a new version, in milliseconds. */
export const UPDATE_CHECK_MS = 30_000

/** Longest wait for a new version of the service worker before the page is loaded again, in milliseconds. */
export const TAKE_OVER_MS = 3_000

/** Time for which an invitation is not shown again after the visitor has closed it, in days. */
export const INVITATION_PAUSE_DAYS = 30

/** Notices that a visitor opens before the invitation to notifications is shown. */
export const NOTICES_BEFORE_INVITATION = 2

/** 'Days left' is shown on cards from this many days before the last date. */
export const LAST_DAYS = 4

/** Counts per list are exact up to this number and shown as '10,000+' above it. */
export const COUNT_CAP = 10_000

/** Months that the calendar has before and after the present one. */
export const CALENDAR_MONTHS = 24

/** Dates of one day that a month, a week and a page of that day show. */
export const CALENDAR_ENTRIES = { month: 3, week: 12, day: 100 }

/** Up to this number, exclusive, the dates of a day are counted. */
export const CALENDAR_COUNTED = 25

/** Notices in the calendar to which one subscribes, and the days before today that it holds. */
export const CALENDAR_NOTICES = 500
export const CALENDAR_PAST_DAYS = 7

/** Interval at which calendar programs fetch it again, in seconds. */
export const CALENDAR_REFRESH_S = 21_600

/** Notices in a feed. */
export const FEED_ENTRIES = 50

/** Notices whose last date was corrected lately that a feed has besides its newest entries. */
export const FEED_CORRECTIONS = 20

/** Notices in the calendar of a filtered list: those that close next. */
export const LIST_CALENDAR_NOTICES = 200

/** Timeout of the check who is signed in, in milliseconds. */
export const SESSION_CHECK_MS = 5_000

/** Time for which a toast is shown, in milliseconds. */
export const TOAST_MS = 6_000

/** Longest link of a notice, in characters. */
export const LINK_MAX = 2_048

/** Longest slug, in characters. */
export const SLUG_MAX = 100

/** Suffixes that are tried for a slug before it gets a timestamp. */
export const SLUG_TRIES = 100

/** Largest number of posts, fee in rupees, and years by which an age is higher, for one category of applicants. */
export const CATEGORY_POSTS_MAX = 10_000_000
export const CATEGORY_RUPEES_MAX = 10_000_000
export const RELAXATION_YEARS_MAX = 50

/** Largest mark, percentile or rank of a cut-off. */
export const CUTOFF_MAX = 10_000

/** Most subjects of a degree that a notice asks for, and longest of them, in characters. */
export const GRADUATE_FIELDS_MAX = 20
export const GRADUATE_FIELD_MAX = 60

/** Largest file that admins can upload, in bytes: 10 MB. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024

/** Most pixels of an uploaded image, and its longest side in pixels as it is stored. */
export const IMAGE_MAX_PIXELS = 50_000_000
export const IMAGE_MAX_SIDE = 2400

/** Widths of the variants of an uploaded image, in pixels. */
export const IMAGE_WIDTHS = [300, 600, 900, 1200]

/** Rows that a table of the admin loads at a time, and the most that one request may ask for. */
export const TABLE_ROWS = 50
export const TABLE_ROWS_MAX = 1_000

/** Rows that one request of the admin changes, deletes or restores at most: more take too long on a busy database. */
export const BULK_ROWS_MAX = 250

/** Number of the latest acts in the admin that Ctrl+Z can undo. */
export const UNDO_ACTS = 20

/** Messages of the contact page that are stored at most. Source: docs/behaviour/limits.md#inbox */
export const INBOX_MAX = 10_000

/** Messages of the contact page that the inbox loads at a time. */
export const INBOX_MESSAGES = 25

/** Changes of a record that its history loads at a time, and of all records in the log. */
export const HISTORY_ROWS = 20
export const ACTIVITY_ROWS = 50

/** Pause after a change before a table is read again, in milliseconds. */
export const TABLE_REFRESH_MS = 500

/** Interval in which the numbers beside the tabs of the admin are read again, in milliseconds. */
export const COUNTS_MS = 60_000

/** Days for which deleted rows can be restored, and after which page views and reports of mistakes are deleted. */
export const BIN_DAYS = 30
export const PAGE_VIEW_DAYS = 90
export const REPORT_DAYS = 180

/** Failed sign-ins that are allowed: from one IP address per minute, and with one account before pauses begin. */
export const SIGN_IN_PER_MINUTE = 10
export const SIGN_IN_FREE_ATTEMPTS = 5

/** Longest pause after a failed sign-in, in seconds; pauses double with every failed attempt. */
export const SIGN_IN_LONGEST_PAUSE_S = 900

/** Time for which an IP address is known for an account after a sign-in, in days. */
export const SIGN_IN_KNOWN_DAYS = 90

/** Timeout of a read of the admin, in milliseconds. */
export const READ_TIMEOUT_MS = 30_000

/** Time after which reads of the admin give way to a change that is not answered, and pause after the change, in milliseconds. */
export const READS_GIVE_WAY_MS = 3_000
export const READS_PAUSE_MS = 1_000

/** Timeout of a save, in milliseconds, and the least rate at which a long one has to arrive, in bytes per second: it gets the time for that in addition. */
export const SAVE_TIMEOUT_MS = 20_000
export const SAVE_LEAST_RATE = 8_000

/**
 * Longest time in which an upload makes no progress, or gets no answer after its last byte, in milliseconds. A browser reports progress in steps of some hundred KB,
 * which take half a minute at the least rate.
 */
export const UPLOAD_STALL_MS = 60_000

/** Drafts of unsaved forms that a browser stores for each account. */
export const DRAFTS_MAX = 20

/** Pause after the last key before a form is stored as a draft, in milliseconds. */
export const DRAFT_DEBOUNCE_MS = 400

/** Lines of a pasted text that become lines of a list; with more, the form would not react for seconds. */
export const PASTED_LINES_MAX = 1_000

/** Choices that a picker shows at a time. */
export const PICKER_CHOICES = 20

/** Length of an admin's password: least in characters, most in bytes, because the hash ignores further bytes. */
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 72

/** Longest name and subject, and longest message, that the inbox accepts, in characters. */
export const CONTACT_LINE_MAX = 200
export const CONTACT_MESSAGE_MAX = 5_000

/** Largest form or row that visitors may send, in bytes; and the same of a contact message, whose form has nine bytes for a Hindi letter. */
export const FORM_BYTES = 4_096
export const CONTACT_BYTES = { row: 16_384, form: 53_248 }

/** Longest text of a report of a mistake, in characters; and its form in bytes: a Hindi letter is sent as nine. */
export const REPORT_MESSAGE_MAX = 500
export const REPORT_FORM_BYTES = 6_144

/** Notices with reports that the admin loads at a time. */
export const REPORTED_NOTICES = 25

/** Longest subject of a degree in the answers of a visitor, in characters. */
export const PROFILE_FIELD_MAX = 60

/** Notices whose facts a browser stores for deciding offline who may apply; beyond that the oldest are deleted. */
export const STORED_FACTS = 1_000

/** Age up to which the facts of a notice on screen are not fetched again, in milliseconds. */
export const FACTS_FRESH_MS = 60_000

/** Messages per second that a client may send over the realtime connection: browsers send no more, and the server accepts no more. */
export const REALTIME_EVENTS_PER_SECOND = 10

/** Changes within this time are batched into one refresh, in milliseconds. */
export const CHANGES_BATCH_MS = 100

/** Pause after a refresh that has failed, in milliseconds. */
export const FAILED_REFRESH_MS = 30_000

/** Interval in which an open page looks whether a day has begun in India, in milliseconds; it also spreads their requests. */
export const DAY_CHECK_MS = 60_000

/** Time over which thousands of open pages spread their requests after a change, in milliseconds. */
export const CHANGES_SPREAD_MS = 2_000

/** Time after which a hidden page unsubscribes from changes, in milliseconds. */
export const HIDDEN_LIVE_MS = 60_000

/** Pause after a page has become idle, so that prefetched pages are loaded before a font, in milliseconds. */
export const FONT_DELAY_MS = 1_500

/** A page that is older than this when its subscription starts is fetched again, in milliseconds. */
export const LIVE_GAP_MS = 5_000

/** Scroll position from which new notices are only offered instead of inserted, in CSS pixels. */
export const READING_FROM_PX = 80

/** Notices that a browser saves, longest note and application number of one in characters, largest file in bytes. */
export const SAVED_NOTICES_MAX = 500
export const SAVED_NOTE_MAX = 2_000
export const SAVED_NUMBER_MAX = 60
export const SAVED_FILE_BYTES = 4_000_000

/** Largest request for the present state of saved notices, in bytes: SAVED_NOTICES_MAX references. */
export const SAVED_STATES_BYTES = 98_304
