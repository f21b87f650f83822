import { SEARCH_PATH } from '#domain/page-paths.ts'

/** Endpoint of the dropdown of the header. */
export const DROPDOWN_PATH = `${SEARCH_PATH}/dropdown`

export interface DropdownOption {
  title: string
  /** Of the category. */
  label: string
  /** SVG path of the category's icon. */
  icon: string
  href: string
}

export interface DropdownResults {
  /** The searched text; empty for the newest notices of every category. */
  text: string
  suggestions: DropdownOption[]
  notices: DropdownOption[]
  /** Notices that only resemble the text. */
  close: DropdownOption[]
}

/** @returns how many options there are */
export function countOptions({ suggestions, notices, close }: DropdownResults): number {
  return suggestions.length + notices.length + close.length
}

/** @throws Error when the request fails; DOMException when it was aborted */
export async function readDropdown(text: string, signal: AbortSignal): Promise<DropdownResults> {
  const response = await fetch(`${DROPDOWN_PATH}?${new URLSearchParams({ q: text })}`, { signal })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return (await response.json()) as DropdownResults
}
