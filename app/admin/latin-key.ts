/**
 * @returns the key of a shortcut. Keyboards for other scripts, such as Hindi, write their own letters, so the place of
 *   the key says which one it is; a key that writes a Latin letter or a sign is that one, wherever it stands
 */
export function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if ((key.codePointAt(0) ?? 0) < 0x80) return key
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  return code === 'Slash' && !shiftKey ? '/' : key
}
