import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @returns path of a fontconfig file (FONTCONFIG_FILE) with the fonts of this machine, but of its Noto fonts only one for Hindi, or none */
export function deviceFonts({ hasHindi }: { hasHindi: boolean }): string {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-fonts-'))
  if (hasHindi) {
    // Noto fonts of the machine are excluded by their file names, so these files have other names.
    const font = readFileSync('server/share-image/fonts/noto-sans-devanagari-bold.ttf')
    writeFileSync(join(folder, 'bold.ttf'), font)
    writeFileSync(join(folder, 'regular.ttf'), asRegular(font))
  }
  const file = join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${folder}</dir>
<selectfont><rejectfont><glob>*/noto*</glob><glob>*/Noto*</glob></rejectfont></selectfont>
<cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  )
  return file
}

/** Numbers of names of a font. Source: OpenType 1.9.1, name table. */
const NAMES = { full: 4, postScript: 6 }

/** Gives a font the names of its regular weight, in a new name table at its end. Source: OpenType 1.9.1, name table. */
function asRegular(bold: Buffer): Buffer {
  const tables = Array.from({ length: bold.readUInt16BE(4) }, (_, number) => 12 + 16 * number)
  const entry = tables.find((at) => bold.toString('latin1', at, at + 4) === 'name') ?? 0
  const table = bold.subarray(bold.readUInt32BE(entry + 8))
  const records = Array.from({ length: table.readUInt16BE(2) }, (_, number) => 6 + 12 * number)
  const head = Buffer.from(table.subarray(0, 6 + 12 * records.length))
  head.writeUInt16BE(head.length, 4)
  let strings = Buffer.alloc(0)
  for (const record of records) {
    const start = table.readUInt16BE(4) + table.readUInt16BE(record + 10)
    const bytes = table.subarray(start, start + table.readUInt16BE(record + 8))
    const name = regularName(bytes, table.readUInt16BE(record + 6), table.readUInt16BE(record) !== 1)
    head.writeUInt16BE(name.length, record + 8)
    head.writeUInt16BE(strings.length, record + 10)
    strings = Buffer.concat([strings, name])
  }
  const font = Buffer.concat([bold, head, strings])
  font.writeUInt32BE(bold.length, entry + 8)
  font.writeUInt32BE(head.length + strings.length, entry + 12)
  return font
}

/** @param isUtf16 of two bytes each, big-endian; otherwise Latin letters of one byte */
function regularName(bytes: Buffer, number: number, isUtf16: boolean): Buffer {
  const name = isUtf16 ? Buffer.from(bytes).swap16().toString('utf16le') : bytes.toString('latin1')
  const regular =
    number === NAMES.full
      ? name.replace(/ Bold$/, '')
      : number === NAMES.postScript
        ? name.replace(/Bold$/, 'Regular')
        : name
  return isUtf16 ? Buffer.from(regular, 'utf16le').swap16() : Buffer.from(regular, 'latin1')
}
