import type { TextSection } from '#app/ui/text-page.tsx'

/** The twelve sections of the disclaimer. */
export function disclaimerSections(site: { name: string; contactEmail: string }): TextSection[] {
  return [...aboutTheSite(site.name), ...aboutItsUse(site.name), corrections(site.contactEmail)]
}

function aboutTheSite(siteName: string): TextSection[] {
  return [
    {
      heading: 'Independent information',
      paragraphs: [
        `${siteName} is an independent site. It collects public notices of recruiting bodies, boards and universities, and puts their dates, fees and links in one order so that they are easy to compare.`,
      ],
    },
    {
      heading: 'Not a government site',
      paragraphs: [
        `${siteName} does not belong to, speak for, or receive money from any ministry, commission, board, bank, university or other public body. Names of such bodies are used only to say whose notice is meant.`,
      ],
    },
    {
      heading: 'Official sources decide',
      paragraphs: [
        'Only the official notification and the official website are binding. When they say something else than this site, they are right. Read the full notification before you apply or pay.',
      ],
    },
    {
      heading: 'Accuracy',
      paragraphs: [
        'Notices are prepared with care and corrected when a mistake is found, but a date can be extended, a link can move and a printing mistake can happen. No promise is made that every detail is complete and current at every moment.',
      ],
    },
    {
      heading: 'Apply only on official sites',
      paragraphs: [
        `${siteName} takes no applications, no documents and no fees. Buttons such as 'Click Here' lead to the official site, and the page names the host they lead to. Check the address in your browser before you type anything.`,
      ],
    },
    {
      heading: 'No help with applications',
      paragraphs: [
        'Nobody here fills in forms, corrects applications, changes exam centres or speaks to recruiting bodies for you. For such questions use the help desk named in the official notification.',
      ],
    },
  ]
}

function aboutItsUse(siteName: string): TextSection[] {
  return [
    {
      heading: 'No promise of a job or seat',
      paragraphs: [
        'A notice on this site is information, not an offer. Selection is made by the recruiting body alone, by its own rules.',
      ],
    },
    {
      heading: 'Beware of fraud',
      paragraphs: [
        `Anyone who asks for money to secure a job, a result or an admit card, or who claims to act for ${siteName}, is cheating you. Do not pay; report it to the police or on the national cybercrime portal.`,
      ],
    },
    {
      heading: 'Links to other sites',
      paragraphs: [
        'Other sites are linked because a notice needs them. What they show and how they handle your data is their own responsibility.',
      ],
    },
    {
      heading: 'Results, answer keys and marks',
      paragraphs: [
        'Results and answer keys are shown by the official sites that this site links to. They are for immediate information; the mark sheet and the final list of the recruiting body count.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        `You use the information on ${siteName} at your own risk. As far as the law allows, no liability is accepted for a loss that follows from relying on it, such as a missed date or a fee paid to a wrong place.`,
      ],
    },
  ]
}

function corrections(contactEmail: string): TextSection {
  const mail = <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
  return {
    heading: 'Corrections',
    paragraphs: [
      <>
        If you find a mistake, please tell us at {mail} with a link to the official source. It is corrected first and
        discussed later.
      </>,
    ],
  }
}
