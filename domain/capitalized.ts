/** @returns a text with a capital first letter: 'Admit card' for 'admit card' */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
