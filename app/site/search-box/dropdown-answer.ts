import type { KindIcon } from '#domain/content/content-kind.ts'
import { SEARCH_PATH } from '#domain/search-address.ts'

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

/**
 * @returns the answer, or an empty one after a failure. Source: specification, section 8, Search failure
 * @throws DOMException when it was broken off
 */
export async function readDropdown(text: string, signal: AbortSignal): Promise<DropdownAnswer> {
  try {
    const answer = await fetch(`${SEARCH_PATH}/dropdown?${new URLSearchParams({ q: text })}`, { signal })
    if (!answer.ok) throw new Error(`The answer has status ${answer.status}`)
    return (await answer.json()) as DropdownAnswer
  } catch (error) {
    signal.throwIfAborted()
    console.warn('The search could not be asked', error)
    return { text, suggestions: [], notices: [], isClose: false }
  }
}
