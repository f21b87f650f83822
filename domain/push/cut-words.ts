import { cut } from './notification-draft.ts'

/** How a device shows a notification before one opens it. */
export interface PushDevice {
  name: string
  /** Characters of the title and of the message that fit, about: it depends on the letters and on the device. */
  title: number
  body: number
}

export const PUSH_DEVICES: readonly PushDevice[] = [
  { name: 'Android', title: 40, body: 45 },
  { name: 'Desktop', title: 60, body: 150 },
]

export interface CutText {
  /** As the device shows it, with … where it is cut. */
  shown: string
  /** The words that it does not show whole; '' when it shows everything. */
  rest: string
}

/**
 * Cuts a text of a notification as devices do. Source: docs/behaviour/push.md#cut-texts
 * @param most characters that fit
 */
export function cutWords(text: string, most: number): CutText {
  const whole = text.trim().replace(/\s+/g, ' ')
  const shown = cut(whole, most)
  if (shown === whole) return { shown, rest: '' }
  const end = shown.length - 1
  // The word in which it is cut is not seen whole.
  const start = /\s/.test(whole[end] ?? '') ? end : whole.lastIndexOf(' ', end) + 1
  return { shown, rest: whole.slice(start).trim() }
}
