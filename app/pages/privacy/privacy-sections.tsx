import type { SiteSettings } from '#app/data/site-settings.ts'
import { ELIGIBILITY } from '#domain/eligibility/messages.ts'
import { PAGE_VIEW_DAYS, REPORT_DAYS } from '#domain/limits.ts'
import { ELIGIBILITY_PATH } from '#domain/page-paths.ts'
import type { TextSection } from '#app/ui/text-page.tsx'

const ELIGIBILITY_ANSWERS = (
  <>
    What you answer on <a href={ELIGIBILITY_PATH}>{ELIGIBILITY.link}</a> and type into the age calculator stays there,
    too. Nothing of it is sent: the page asks for the rules of all notices that it shows, and compares them itself. One
    button deletes your answers.
  </>
)
const MESSAGES =
  'your message and address are used to answer you, and for nothing else. Please do not send documents, passwords or numbers of identity cards.'

const REPORTS = `A report of a mistake in a notice is stored with what you chose and wrote, and the time, for at most ${REPORT_DAYS} days. Nothing about you is asked or stored. Pictures that you open in the photo resizer stay on your device.`

/** The ten sections of the privacy policy. They describe what the product does, so update them with the product. */
export function privacySections(site: SiteSettings): TextSection[] {
  const mail = <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>
  return [
    {
      heading: 'What this policy covers',
      paragraphs: [
        `This page says what ${site.name} stores when you visit it, and what it does not. It covers this website and the app you can install from it.`,
      ],
    },
    {
      heading: 'Reading collects no personal information',
      paragraphs: [
        'You can read every notice, search and share pages without giving a name, a phone number, an e-mail address or any document. There are no visitor accounts.',
      ],
    },
    {
      heading: 'Page views',
      paragraphs: [
        `To know which notices are useful, the site may count page views. A page view stores the path of the page, for example /jobs, the kind of browser, and the time. It stores no name, no IP address and no identifier that would connect two views of one visitor. After ${PAGE_VIEW_DAYS} days it is deleted, and only the number of views remains.`,
        ...foreignScripts(site),
      ],
    },
    {
      heading: 'Newsletter',
      paragraphs: [
        'If you subscribe to the newsletter, your e-mail address is stored, and used only to send you new notices. It is not given to anybody else.',
        <>To be removed, write to {mail} from that address.</>,
      ],
    },
    {
      heading: 'Push notifications',
      paragraphs: [
        'If you allow notifications, your browser creates an address for this one browser. That address, its keys, the kinds of notices you chose, what you follow, your quiet hours and the kind of browser are stored, so that notices can be sent to you. No IP address is stored with it. When you turn notifications off, the address is switched off as well.',
        'When you tap a notification, one is added to the number of taps on it. Who tapped is not stored.',
      ],
    },
    {
      heading: 'What stays in your browser',
      paragraphs: [
        'Notices that you save, your notes on them and what you have applied for stay in the storage of your own browser and are never sent. When you open your saved notices, the page asks us for their present dates: we then know that somebody asked for these notices, but not who, and do not store it.',
        'Your choice of a light or dark theme, the category whose application fee you last looked at, the version of the app and your notification preferences stay in the storage of your own browser. Pages that you have opened are kept there as well, so that you can read them without a network. They are not cookies, and they are not sent to us. You can remove them by clearing the data of this site.',
        ELIGIBILITY_ANSWERS,
      ],
    },
    {
      heading: 'Messages you send',
      paragraphs: [
        <>
          If you write to {mail}, {MESSAGES}
        </>,
        site.contactInbox
          ? 'A message that you send with the form on the contact page is stored with your name, your e-mail address, its subject and the time, until staff deletes it. Only staff can read it.'
          : 'The form on the contact page sends and stores nothing: what you type there stays in your browser.',
        REPORTS,
      ],
    },
    {
      heading: 'Links to other sites',
      paragraphs: [
        'Notices link to official websites, and sharing opens WhatsApp or Telegram. Those sites have policies of their own. We do not tell them who you are; your browser tells them only that you came from this site.',
      ],
    },
    {
      heading: 'How data is protected',
      paragraphs: [
        'The few things that are stored lie in a database that visitors cannot read. Only signed-in staff can open the back office, and the keys of push subscriptions never leave the server.',
      ],
    },
    {
      heading: 'Changes and questions',
      paragraphs: [
        'When the site begins to store something else, this page changes first.',
        <>Questions about privacy are welcome at {mail}. We typically respond within 24-48 hours.</>,
      ],
    },
  ]
}

/** Names the third parties whose scripts the operator has configured for measuring or advertising. */
function foreignScripts({ url, scriptUrls, adScriptUrl }: SiteSettings): string[] {
  const hosts = [...scriptUrls, ...(adScriptUrl ? [adScriptUrl] : [])].map((address) => new URL(address, url).host)
  if (hosts.length === 0) return []
  const purpose = adScriptUrl ? 'measure use and speed, and to show advertising' : 'measure use and speed'
  return [
    `To ${purpose}, your browser also loads scripts of ${[...new Set(hosts)].join(' and ')}. Their operators see your IP address and your browser, and may use cookies; their own policies say what they do with that.`,
  ]
}
