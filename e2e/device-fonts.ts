import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bold fonts in this repository; a regular font has the same full name without the last word. */
type Font = 'noto-sans-bold.ttf' | 'noto-sans-devanagari-bold.ttf'

/**
 * @returns path of a fontconfig file (FONTCONFIG_FILE) with the fonts of this machine, but without its Noto fonts, and the
 *   given ones
 */
export function deviceFonts(names: readonly Font[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-fonts-'))
  // Noto fonts of the machine are excluded by their file names, so these files have other names.
  for (const name of names) {
    const font = readFileSync(join('server/share-image/fonts', name))
    writeFileSync(join(folder, `bold-${name}`), font)
    writeFileSync(join(folder, `regular-${name}`), asRegular(font))
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

/** Cuts ' Bold' off the full name (number 4) in the name table. Source: OpenType 1.9.1, name table. */
function asRegular(bold: Buffer): Buffer {
  const font = Buffer.from(bold)
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, number) => 12 + 16 * number)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'name') ?? 0
  const table = font.readUInt32BE(entry + 8)
  for (let number = 0; number < font.readUInt16BE(table + 2); number += 1) {
    const record = table + 6 + 12 * number
    const isTwoBytes = font.readUInt16BE(record) !== 1
    const cut = ' Bold'.length * (isTwoBytes ? 2 : 1)
    if (font.readUInt16BE(record + 6) === 4) font.writeUInt16BE(font.readUInt16BE(record + 8) - cut, record + 8)
  }
  return font
}
