/** Bytes of JPEG and PNG files. Source: ITU-T T.81, annex B; JFIF 1.02; W3C PNG, section 11.2 */

const JFIF = [0x4a, 0x46, 0x49, 0x46, 0]
/** Longest content of a segment; its length is two bytes, which count themselves. */
const SEGMENT_MAX = 65_533

/**
 * @returns width and height in the header of a JPEG or PNG file, before its orientation; null for any other file
 */
export function pictureSides(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) }
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= bytes.length && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    // Frame headers; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
  }
  return null
}

/** @returns the JPEG file with its resolution in pixels per inch, in a JFIF header that it may not have had */
export function withDpi(file: Uint8Array, dpi: number): Uint8Array {
  const density = [1, dpi >> 8, dpi & 255, dpi >> 8, dpi & 255]
  if (!JFIF.every((byte, index) => file[6 + index] === byte)) {
    const header = new Uint8Array([0xff, 0xe0, 0, 16, ...JFIF, 1, 2, ...density, 0, 0])
    return joined([file.subarray(0, 2), header, file.subarray(2)])
  }
  const changed = file.slice()
  changed.set(density, 13)
  return changed
}

/** @returns the JPEG file, filled up to a number of bytes by comments of spaces; unchanged when it is as long already */
export function filledUp(file: Uint8Array, bytes: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (let missing = bytes - file.length; missing > 0;) {
    // A segment is four bytes longer than its content, so the last one may exceed the number by a few bytes.
    const length = Math.min(Math.max(missing - 4, 0), SEGMENT_MAX)
    parts.push(new Uint8Array([0xff, 0xfe, (length + 2) >> 8, (length + 2) & 255]), new Uint8Array(length).fill(32))
    missing -= length + 4
  }
  const head = 2 + (file[3] === 0xe0 ? 2 + ((file[4] ?? 0) << 8) + (file[5] ?? 0) : 0)
  return joined([file.subarray(0, head), ...parts, file.subarray(head)])
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
