import { open, type FileHandle } from 'node:fs/promises'
import { UPLOAD } from '#domain/messages.ts'
import type { StoredEnding } from '#domain/stored-file.ts'
import { StorageError } from './storage-error.ts'

/** How accepted files begin, one character per byte, by the extension of the stored name; others are rejected. */
const beginnings: [ending: StoredEnding, begins: (text: string) => boolean][] = [
  ['pdf', (text) => /^%PDF-[12]\.\d/.test(text)],
  ['jpg', (text) => text.startsWith('\xff\xd8\xff')],
  ['png', (text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['webp', (text) => text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)],
]

/** Bytes of a ZIP archive's end record: 22, and a comment of up to 65,535. */
const zipEnd = 65_557
const zipMark = 'PK\x05\x06'

/** Bytes at the end of a PDF in which its end mark has to be. */
const pdfEnd = 1_024

/**
 * Recognises a file by its bytes; neither its name nor the announced type count.
 * A PDF has to be complete, and must not be an archive as well: an image is decoded and encoded again by the upload,
 * but a PDF is stored unchanged. Source: docs/behaviour/security.md#uploaded-files
 * @param path of a finished file
 * @throws StorageError for other types of files
 */
export async function recognise(path: string): Promise<StoredEnding> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const beginning = await readText(file, 0, 16)
    const [ending] = beginnings.find(([, begins]) => begins(beginning)) ?? []
    if (!ending) throw new StorageError('InvalidMimeType', UPLOAD.wrongType)
    if (ending === 'pdf') checkPdf(await readText(file, Math.max(0, size - zipEnd), zipEnd))
    return ending
  } finally {
    await file.close()
  }
}

function checkPdf(tail: string): void {
  if (!/startxref\s+\d+\s+%%EOF/.test(tail.slice(-pdfEnd))) {
    throw new StorageError('InvalidMimeType', UPLOAD.damagedPdf)
  }
  if (endsAsZip(tail)) throw new StorageError('InvalidMimeType', UPLOAD.wrongType)
}

/** Whether a ZIP reader would take it for an archive: a mark, 16 bytes, and a comment that reaches the end. */
function endsAsZip(tail: string): boolean {
  for (let at = tail.indexOf(zipMark); at >= 0; at = tail.indexOf(zipMark, at + 1)) {
    const comment = tail.charCodeAt(at + 20) + tail.charCodeAt(at + 21) * 256
    if (at + 22 + comment === tail.length) return true
  }
  return false
}

/** One character per byte. */
async function readText(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position })
  return buffer.toString('latin1', 0, bytesRead)
}
