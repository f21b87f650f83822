const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** @returns the text escaped for elements and quoted attributes of HTML and XML */
export function escapeHtml(text: string): string {
  // Most texts have none of them, and are found faster than they are replaced.
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text
}
