import type { Question } from './content/questions.ts'

/** A node of a JSON-LD graph. Source: schema.org; JSON-LD 1.1. */
export type StructuredNode = { '@type': string } & Record<string, unknown>

export interface SiteIdentity {
  name: string
  /** Origin without a trailing slash. */
  url: string
}

/** @param trail the way to the page, itself last */
export function breadcrumbList({ url }: SiteIdentity, trail: { label: string; href: string }[]): StructuredNode {
  const items = trail.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: url + href,
  }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}

/** @returns nothing when there are no questions: an empty FAQPage is an error */
export function faqPage(questions: readonly Question[]): StructuredNode[] {
  if (questions.length === 0) return []
  const asked = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity: asked }]
}

export function webSite({ name, url }: SiteIdentity): StructuredNode[] {
  return [
    { '@type': 'WebSite', name, url: `${url}/`, inLanguage: 'en-IN' },
    { '@type': 'Organization', name, url: `${url}/`, logo: `${url}/icon-512.png` },
  ]
}

/** @returns the text of a JSON-LD script that no title can break out of. Source: security cases, S22 */
export function jsonLd(graph: readonly StructuredNode[]): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
