import type { KindIcon } from '#domain/content/content-kind.ts'
import { SEARCH_PATH } from '#domain/search-address.ts'

/** Where the dropdown of the header asks. */
export const DROPDOWN_PATH = `${SEARCH_PATH}/dropdown`

export interface DropdownOption {
  title: string
  /** Of the category. */
  label: string
  icon: KindIcon
  href: string
}

export interface DropdownAnswer {
  /** What was asked for; empty for the newest notices of every category. */
  text: string
  suggestions: DropdownOption[]
  notices: DropdownOption[]
  /** Whether notices are among them that only resemble the text. */
  isClose: boolean
}

/** @throws Error when there is no answer; DOMException when it was aborted */
export async function readDropdown(text: string, signal: AbortSignal): Promise<DropdownAnswer> {
  const answer = await fetch(`${DROPDOWN_PATH}?${new URLSearchParams({ q: text })}`, { signal })
  if (!answer.ok) throw new Error(`The answer has status ${answer.status}`)
  return (await answer.json()) as DropdownAnswer
}
