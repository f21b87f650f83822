import { IMAGE_WIDTHS } from '#domain/limits.ts'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'
import { StorageError } from './storage-error.ts'

/** The operation that a request to the contract's storage asks for. */
export type StorageCall =
  | { action: 'read'; name: string; download: boolean }
  | { action: 'resize'; name: string; width: number }
  | { action: 'upload'; fileName: string }
  | { action: 'remove' }

const longestFileName = 200

/** The addresses of Supabase Storage that are served; this product does not need the others. */
const readFolders = ['object/public/', 'object/authenticated/', 'object/']
const resizeFolder = 'render/image/public/'

/**
 * @param path the path after /storage/v1/, not decoded
 * @throws StorageError for an address that is not offered
 */
export function readStorageAddress(method: string, path: string, parameters: URLSearchParams): StorageCall {
  const isRead = method === 'GET' || method === 'HEAD'
  if (path.startsWith(resizeFolder)) {
    if (!isRead) throw notOffered()
    return { action: 'resize', name: inBucket(path.slice(resizeFolder.length)), width: offeredWidth(parameters) }
  }
  if (isRead) {
    const folder = readFolders.find((start) => path.startsWith(start))
    if (!folder) throw notOffered()
    return { action: 'read', name: inBucket(path.slice(folder.length)), download: parameters.has('download') }
  }
  if (!path.startsWith('object/')) throw notOffered()
  const rest = path.slice('object/'.length)
  if (method === 'DELETE') {
    if (rest !== STORAGE_BUCKET) throw rest.includes('/') ? notOffered() : noBucket()
    return { action: 'remove' }
  }
  if (method === 'POST' || method === 'PUT') return { action: 'upload', fileName: checkedFileName(inBucket(rest)) }
  throw new StorageError('MethodNotAllowed', `The method ${method} is not offered here`)
}

function inBucket(path: string): string {
  const slash = path.indexOf('/')
  if (slash < 1) throw notOffered()
  if (path.slice(0, slash) !== STORAGE_BUCKET) throw noBucket()
  try {
    return decodeURIComponent(path.slice(slash + 1))
  } catch {
    throw new StorageError('InvalidKey', 'Invalid key')
  }
}

/** Everything but slashes and invisible characters; Indian scripts need the two joiners. */
const fileName = /^(?:[^/\\\p{Cc}\p{Cf}]|[\u200c\u200d])+$/u

/** It is never a path: only what a saved file is called. Source: docs/behaviour/security.md#uploaded-files */
function checkedFileName(name: string): string {
  const normal = name.normalize('NFC')
  if (!fileName.test(normal) || /^\.+$/.test(normal) || normal.length > longestFileName) {
    throw new StorageError('InvalidKey', 'Invalid key: a file name without slashes is expected')
  }
  return normal
}

function offeredWidth(parameters: URLSearchParams): number {
  const width = IMAGE_WIDTHS.find((offered) => String(offered) === parameters.get('width'))
  if (!width || parameters.size > 1) {
    throw new StorageError('InvalidRequest', `Images come with width=${IMAGE_WIDTHS.join(', ')} and nothing else`)
  }
  return width
}

function notOffered(): StorageError {
  return new StorageError('NotSupported', 'The storage does not offer this')
}

function noBucket(): StorageError {
  return new StorageError('NoSuchBucket', 'Bucket not found')
}
