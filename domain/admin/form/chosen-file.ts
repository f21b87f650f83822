import { UPLOAD_MAX_BYTES } from '#domain/limits.ts'
import { UPLOAD } from '#domain/messages.ts'
import { STORED_TYPES } from '#domain/stored-file.ts'
import { FORM } from './messages.ts'

/** What may be uploaded for a field: any kept file, or an image. */
export type Uploadable = 'document' | 'image'

/** @returns the types of files that a field takes, as the browser names them */
export function uploadTypes(uploadable: Uploadable): string[] {
  const types = Object.values(STORED_TYPES)
  return uploadable === 'document' ? types : types.filter((type) => type.startsWith('image/'))
}

/**
 * Why a file would be refused, before it is sent; what it really is, the server finds out by its content.
 *
 * @param file.size in bytes
 * @param file.type as the browser names it
 * @returns null for a file that may be sent
 */
export function fileProblem(file: { size: number; type: string }, uploadable: Uploadable): string | null {
  if (file.size === 0) return UPLOAD.empty
  if (!uploadTypes(uploadable).includes(file.type)) return uploadable === 'image' ? FORM.onlyImages : UPLOAD.wrongType
  return file.size > UPLOAD_MAX_BYTES ? UPLOAD.tooLarge : null
}
