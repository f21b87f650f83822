import type {
  BreadcrumbList,
  FAQPage,
  ListItem,
  Organization,
  Question as SchemaQuestion,
  SearchAction,
  Thing,
  WebSite,
} from 'schema-dts'
import type { Question } from './content/questions.ts'
import { SEARCH_PATH } from './page-paths.ts'

export interface SiteIdentity {
  name: string
  /** Origin without a trailing slash. */
  url: string
}

/** @param trail the breadcrumbs, ending with the page itself */
export function breadcrumbList({ url }: SiteIdentity, trail: { label: string; href: string }[]): BreadcrumbList {
  const items = trail.map<ListItem>(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: url + href,
  }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}

/** @returns the breadcrumbs of a page directly below the home page */
export function pageTrail(site: SiteIdentity, page: { label: string; href: string }): BreadcrumbList {
  return breadcrumbList(site, [{ label: 'Home', href: '/' }, page])
}

/** @returns an empty list without questions, because an empty FAQPage is an error */
export function faqPage(questions: readonly Question[]): FAQPage[] {
  if (questions.length === 0) return []
  const asked = questions.map<SchemaQuestion>(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity: asked }]
}

export function webSite({ name, url }: SiteIdentity): [WebSite, Organization] {
  return [
    { '@type': 'WebSite', name, url: `${url}/`, inLanguage: 'en-IN', potentialAction: searchAction(url) },
    { '@type': 'Organization', name, url: `${url}/`, logo: `${url}/icon-512.png` },
  ]
}

/** Google's own property is not in the vocabulary. Source: schema.org, Potential Actions */
function searchAction(url: string): SearchAction & { 'query-input': string } {
  const urlTemplate = `${url}${SEARCH_PATH}?q={search_term_string}`
  return {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate },
    'query-input': 'required name=search_term_string',
  }
}

/**
 * @returns the text of a JSON-LD script that no title can break out of.
 * Source: docs/behaviour/security.md#structured-data-cannot-be-left
 */
export function jsonLd(graph: readonly Thing[]): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return text.replaceAll('<', String.raw`\u003c`)
}
