const longest = 200

/** Everything but slashes and invisible characters; Indian scripts need the two joiners. */
const allowed = /^(?:[^/\\\p{Cc}\p{Cf}]|[\u200c\u200d])+$/u

/**
 * Checks what a saved file is to be called; it is never a path. Source: docs/behaviour/security.md#uploaded-files
 * @returns the name in normal form, or null when it is none
 */
export function fileNameOf(typed: string): string | null {
  const name = typed.normalize('NFC')
  return allowed.test(name) && !/^\.+$/.test(name) && name.length <= longest ? name : null
}

/**
 * @param stored the stored name, whose extension is right
 * @returns the name with that extension
 */
export function withEnding(fileName: string, stored: string): string {
  return fileName.replace(/\.[^.]{0,8}$/, '') + stored.slice(stored.lastIndexOf('.'))
}
