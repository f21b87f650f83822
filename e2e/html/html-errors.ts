import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

/** The standard, WCAG techniques and whole documents; how a document is written does not matter. */
const rules = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document', 'html-validate:browser'],
  rules: {
    'missing-doctype': 'error',
    // The phone menu has a heading, and so may the text of a notice.
    'heading-level': ['error', { minInitialRank: 'h2', allowMultipleH1: true, sectioningRoots: [] }],
    // The list of a combobox is neither a select nor a datalist.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // It reads several words in `rel` as one; the Nu checker reads them right.
    'attribute-misuse': 'off',
    // All scripts and styles are those of the site itself.
    'require-sri': 'off',
  },
})

/** CSS is newer than the checker. */
const STYLE_TEXT = /(<style[^>]*>)[\s\S]*?(?=<\/style>)/g

/** Errors by document: a page is often the same at another size, and is checked once. */
const known = new Map<string, Promise<string[]>>()

/**
 * @param html a whole document
 * @returns what html-validate and, where there is Java, the Nu checker report as errors
 * Source: docs/behaviour/public-pages.md#valid-html
 */
export function htmlErrors(html: string): Promise<string[]> {
  const text = html.replaceAll(STYLE_TEXT, '$1')
  const errors = known.get(text) ?? errorsOf(text)
  known.set(text, errors)
  return errors
}

async function errorsOf(text: string): Promise<string[]> {
  const [report, nu] = await Promise.all([rules.validateString(text), nuErrors(text)])
  const messages = report.results.flatMap((result) => result.messages)
  return [...messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`), ...nu]
}

/**
 * @returns the errors of a page and of the documents in it as they are now, after scripts have changed them; without the
 *   pages that were left, which stay behind it with their ids (app/browser/shown-page.ts)
 */
export async function pageErrors(page: Page): Promise<string[]> {
  const errors = page.frames().map(async (frame) => {
    const html = await frame.evaluate(() => {
      const root = document.documentElement.cloneNode(true) as HTMLElement
      for (const left of root.querySelectorAll('main[aria-hidden]')) left.remove()
      return `<!DOCTYPE html>${root.outerHTML}`
    })
    return htmlErrors(html)
  })
  return (await Promise.all(errors)).flat()
}

interface NuMessage {
  type: 'error' | 'info' | 'non-document-error'
  message: string
  extract?: string
}

async function nuErrors(html: string): Promise<string[]> {
  const address = process.env['NU_CHECKER_URL']
  if (!address) return []
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const response = await fetch(`${address}?out=json`, { method: 'POST', headers, body: html })
  const { messages } = (await response.json()) as { messages: NuMessage[] }
  return messages
    .filter(({ type, message }) => type !== 'info' && !message.startsWith('CSS:'))
    .map(({ message, extract }) => `Nu checker: ${message} (${extract})`)
}
