import { SLUG_MAX } from './limits.ts'

/**
 * Addresses of public pages that other code needs, too: scripts of the browser and components must not import pages. An
 * address that only its page needs is in the page's module. These are single constants and not an object, because
 * the bundler replaces them by their values, so that no script contains the others.
 */
export const AGE_CALCULATOR_PATH = '/age-calculator'
export const CALENDAR_PATH = '/calendar'
export const CONTACT_PATH = '/contact'
export const ELIGIBILITY_PATH = '/am-i-eligible'
export const NEWSLETTER_PATH = '/newsletter'
export const NOTIFICATIONS_PATH = '/notifications'
/** The document that is shown for an unreachable page without a saved copy. */
export const OFFLINE_PATH = '/offline'
export const PHOTO_RESIZER_PATH = '/photo-resizer'
export const PRIVACY_PATH = '/privacy'
export const SAVED_PATH = '/saved'
/** Where the script of saved notices asks for their present state. */
export const SAVED_STATES_PATH = '/saved/states'
export const SEARCH_PATH = '/search'

/** The last part of the address of a record: what `slugOf` in domain/admin/slug.ts makes of a title, as a regular expression. */
export const SLUG_PATTERN = `[a-z0-9][a-z0-9-]{0,${SLUG_MAX - 1}}`

/** What the addresses of previews, of recruitments and of forms for mistakes begin with. */
export const PREVIEW_FOLDER = '/preview'
export const RECRUITMENT_FOLDER = '/recruitments'
export const REPORT_FOLDER = '/report'
