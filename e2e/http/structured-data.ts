import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'

/** @returns the things that a page describes to search engines */
export function graphOf(html: string): Record<string, unknown>[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
  return blocks.flatMap(([, json = '']) => JSON.parse(json)['@graph'] as Record<string, unknown>[])
}

/** @returns what is not valid in the structured data of a page, by the vocabulary and by what Google requires */
export async function structuredDataErrors(html: string): Promise<string[]> {
  const extracted = new WebAutoExtractor({ addLocation: true }).parse(html)
  const issues = await new Validator().validate(extracted)
  return [
    ...extracted.errors.map((error) => error.message),
    ...issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage),
  ]
}
