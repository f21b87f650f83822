import { UPLOAD_MAX_BYTES } from '#domain/limits.ts'
import { UPLOAD } from '#domain/messages.ts'
import { STORED_TYPES } from '#domain/stored-file.ts'
import { FORM } from './messages.ts'

/** What may be uploaded for a field: any file type that can be stored, or images only. */
export type Uploadable = 'document' | 'image'

/** @returns the MIME types that a field accepts */
export function uploadTypes(uploadable: Uploadable): string[] {
  const types = Object.values(STORED_TYPES)
  return uploadable === 'document' ? types : types.filter((type) => type.startsWith('image/'))
}

/**
 * Checks a file before it is uploaded. The server determines the actual type from the content.
 *
 * @param file.size in bytes
 * @param file.type MIME type given by the browser
 * @returns the error message; null for a file that may be uploaded
 */
export function fileProblem(file: { size: number; type: string }, uploadable: Uploadable): string | null {
  if (file.size === 0) return UPLOAD.empty
  if (!uploadTypes(uploadable).includes(file.type)) return uploadable === 'image' ? FORM.onlyImages : UPLOAD.wrongType
  return file.size > UPLOAD_MAX_BYTES ? UPLOAD.tooLarge : null
}
