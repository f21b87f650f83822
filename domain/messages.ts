import { CHUNK_TIMEOUT_MS, IMAGE_MAX_PIXELS, UPLOAD_MAX_BYTES } from './limits.ts'

/** Texts for users that are specified, or that more than one module uses. */

export const TO_BE_ANNOUNCED = 'To be announced'

/** Label of the last date of an application, among the dates of a notice and in forms. */
export const LAST_DATE_TO_APPLY = 'Last date to apply'

/**
 * Texts that mean 'no date yet'. Compared trimmed and without regard to case.
 * Source: docs/behaviour/messages.md#texts-that-mean-no-date.
 */
export const DATE_PLACEHOLDERS = [TO_BE_ANNOUNCED, 'Before Exam', 'Will be updated here soon']

export const APPLICATION = {
  ended: 'Applications Closed',
  openingSoon: 'Opening Soon',
  activateOn: (day: string) => `Link Activate on ${day}`,
  activateOnStart: 'Link Activate on apply start date',
  supposedOn: (day: string) => `Link was supposed to activate on ${day}`,
  clickHere: 'Click Here',
  open: 'Applications open',
  pending: 'Active, waiting for the link',
}

/** Constants, because the build inlines them in the first script of a page, which would contain every text of an object. */
export const LOADING = 'Loading...'
export const SEARCHING = 'Searching...'
export const SENDING = 'Sending...'

/** Source: docs/behaviour/publication.md#preview-links. */
export const PREVIEW = {
  title: 'Preview',
  line: 'Preview, not published.',
  until: 'Only people with this link see it, until',
}

/** A failure is never shown as an empty page: this line is above the content that is available. */
export const FAILURE = {
  unreachable: (siteName: string) => `${siteName} could not be reached.`,
  retry: 'Retry',
  close: 'Close',
}

/** The page for an address that requests too many pages at once. Source: docs/behaviour/limits.md#rendered-pages. */
export const TOO_MANY_PAGES = {
  title: 'One moment, please',
  text: 'Too many pages were requested from your network at once. Please try again in a few seconds.',
  retry: 'Try again',
}

export const APPLICATION_ERROR = 'Unexpected Application Error'
export const CHUNK_LOAD_ERROR = `Loading chunk failed: no answer within ${CHUNK_TIMEOUT_MS / 1_000} seconds`

/** Ways to pay a fee. Source: docs/behaviour/notices.md#fees. */
export const PAYMENT_MODES = ['debit card', 'credit card', 'internet banking', 'IMPS', 'cash card/mobile wallet']

/** Ways to share a page, beside the two links. */
export const SHARE = { otherWays: 'More ways', copy: 'Copy link' }

/** Source: docs/behaviour/public-pages.md#newsletter. */
export const NEWSLETTER = {
  thanks: 'Thank you for subscribing!',
  refused: 'This email is already subscribed or invalid.',
  tooMany: 'Too many attempts. Please try again later.',
  full: 'The list takes no more addresses at present, so yours was not stored.',
  /** For a person whose browser has filled in the field for robots. */
  likeARobot: (email: string) =>
    `Your address was not stored, because a hidden field of the form was filled in, as robots do. Please write to ${email}.`,
}

export const NEWSLETTER_UNREACHABLE =
  'The list could not be reached, so your address may not be stored yet. It is still here: please try again in a moment.'

export const CONTACT_THANKS = 'Thank you for your message! We will get back to you soon.'

/** For sites with an inbox, when no answer says whether the message was stored; sent again, it is stored once. */
export const CONTACT_FAILED = (email: string) =>
  `Your message may not have arrived. Please send it again in a minute, or write to ${email}.`

/** Why an upload was rejected, for admins. */
export const UPLOAD = {
  empty: 'The file is empty.',
  tooLarge: `The file is larger than ${UPLOAD_MAX_BYTES / 1024 ** 2} MB.`,
  wrongType: 'Only PDF, JPEG, PNG and WebP files can be uploaded.',
  damagedPdf: 'The PDF file is damaged or incomplete.',
  damagedImage: 'The image is damaged or incomplete.',
  tooManyPixels: `The image has more than ${IMAGE_MAX_PIXELS / 1_000_000} million pixels.`,
  broken: 'The upload broke off.',
  noRoom: 'There is no room left for files on the server.',
  away: 'The file storage cannot be reached right now.',
  otherStore: 'The files are in the storage of another server, which this server does not share.',
  busy: 'The server is busy with other files. Try again in a moment.',
  fieldChanged: (name: string) => `${name} is uploaded. The field was changed meanwhile and is left as it is.`,
}

/** Why sign-in is paused. */
export const SIGN_IN_LIMIT = {
  wait: (seconds: number) => {
    const time = seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
    return `Too many attempts to sign in. Please try again in ${time}.`
  },
  busy: 'Too many people are signing in at this moment. Please try again.',
}
