/** @returns a frame with an empty mask, which may announce another length. Source: RFC 6455, section 5.2 */
export function frame(first: number, payload: Buffer | string, announced?: number): Buffer {
  const bytes = Buffer.from(payload as string)
  const length = announced ?? bytes.length
  const head =
    length < 126
      ? [0x80 | length]
      : length < 65_536
        ? [0xfe, length >> 8, length & 255]
        : [0xff, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255]
  return Buffer.concat([Buffer.from([first, ...head, 0, 0, 0, 0]), bytes])
}

/** @returns the code of the close frame that ends what was received; null without one */
export function closeCode(bytes: Buffer): number | null {
  const index = bytes.indexOf(0x88)
  return index >= 0 && bytes.length >= index + 4 ? bytes.readUInt16BE(index + 2) : null
}
