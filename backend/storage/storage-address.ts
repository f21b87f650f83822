import { IMAGE_WIDTHS } from '#domain/limits.ts'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'
import { fileNameOf } from './file-name.ts'
import { StorageError } from './storage-error.ts'

/** The operation that a request to the contract's storage asks for. */
export type StorageCall =
  | { action: 'read'; name: string; download: string | null }
  | { action: 'resize'; name: string; width: number }
  | { action: 'read signed'; name: string; token: string; download: string | null }
  | { action: 'resize signed'; name: string; token: string }
  | { action: 'info' | 'sign'; name: string }
  | { action: 'upload'; fileName: string }
  | { action: 'sign many' | 'list' | 'list pages' | 'remove' | 'list buckets' | 'read bucket' }

interface Route {
  methods: readonly string[]
  /** Begin of the addresses after /storage/v1/, with a slash; otherwise the only address. */
  start: string
  /** Reads the rest of the address. */
  call: (rest: string, parameters: URLSearchParams) => StorageCall
}

const reading = ['GET', 'HEAD']
const changing = ['POST', 'PUT', 'PATCH', 'DELETE']
const every = [...reading, ...changing]

/** The addresses of Supabase Storage. The first start that fits an address decides; the methods below it are all. */
const routes: Route[] = [
  { methods: reading, start: 'render/image/public/', call: resize },
  { methods: reading, start: 'render/image/authenticated/', call: resize },
  { methods: reading, start: 'render/image/sign/', call: resizeSigned },
  { methods: reading, start: 'object/public/', call: read },
  { methods: reading, start: 'object/authenticated/', call: read },
  { methods: reading, start: 'object/info/public/', call: readInfo },
  { methods: reading, start: 'object/info/authenticated/', call: readInfo },
  { methods: reading, start: 'object/info/', call: readInfo },
  { methods: reading, start: 'object/sign/', call: readSigned },
  { methods: ['POST'], start: 'object/sign/', call: sign },
  { methods: ['POST'], start: 'object/list/', call: (rest) => ofBucket(rest, 'list') },
  { methods: ['POST'], start: 'object/list-v2/', call: (rest) => ofBucket(rest, 'list pages') },
  { methods: every, start: 'object/move', call: refuse('move', 'the name of a file comes from its content') },
  { methods: every, start: 'object/copy', call: refuse('copy', 'the name of a file comes from its content') },
  {
    methods: every,
    start: 'object/upload/',
    call: refuse('signed upload', 'uploads need a session or the secret key'),
  },
  { methods: reading, start: 'object/', call: read },
  { methods: ['DELETE'], start: 'object/', call: (rest) => ofBucket(rest, 'remove') },
  { methods: ['POST', 'PUT'], start: 'object/', call: upload },
  { methods: reading, start: 'bucket', call: () => ({ action: 'list buckets' }) },
  { methods: changing, start: 'bucket', call: refuse('bucket management', 'the server has one bucket') },
  { methods: reading, start: 'bucket/', call: readBucket },
  { methods: changing, start: 'bucket/', call: refuse('bucket management', 'the server has one bucket') },
  { methods: every, start: 'cdn/', call: refuse('purge cache', 'the content of an address never changes') },
  { methods: every, start: 'upload/', call: refuse('resumable upload', 'a file is uploaded in one request') },
  { methods: every, start: 's3/', call: refuse('s3', 'files have the addresses below object/') },
  { methods: every, start: 'vector/', call: refuse('vector', 'the server stores files') },
  { methods: every, start: 'iceberg/', call: refuse('iceberg', 'the server stores files') },
]

/**
 * @param path the path after /storage/v1/, not decoded
 * @throws StorageError for an address that is not offered
 */
export function readStorageAddress(method: string, path: string, parameters: URLSearchParams): StorageCall {
  const found = routes.find(({ start }) => path === start || (start.endsWith('/') && path.startsWith(start)))
  if (!found) throw notFound()
  const route = routes.find(({ start, methods }) => start === found.start && methods.includes(method))
  if (!route) throw new StorageError('MethodNotAllowed', `The method ${method} is not offered here`)
  if (parameters.has('versionId')) throw new StorageError('InvalidRequest', 'Files have no versions')
  return route.call(path.slice(route.start.length), parameters)
}

function read(rest: string, parameters: URLSearchParams): StorageCall {
  return { action: 'read', name: inBucket(rest), download: downloadName(parameters) }
}

function readSigned(rest: string, parameters: URLSearchParams): StorageCall {
  const token = tokenOf(parameters)
  return { action: 'read signed', name: inBucket(rest), token, download: downloadName(parameters) }
}

function resize(rest: string, parameters: URLSearchParams): StorageCall {
  return { action: 'resize', name: inBucket(rest), width: offeredWidth(parameters) }
}

function resizeSigned(rest: string, parameters: URLSearchParams): StorageCall {
  return { action: 'resize signed', name: inBucket(rest), token: tokenOf(parameters) }
}

function readInfo(rest: string): StorageCall {
  return { action: 'info', name: inBucket(rest) }
}

function sign(rest: string): StorageCall {
  return rest.includes('/') ? { action: 'sign', name: inBucket(rest) } : ofBucket(rest, 'sign many')
}

function upload(rest: string): StorageCall {
  const fileName = fileNameOf(inBucket(rest))
  if (fileName) return { action: 'upload', fileName }
  throw new StorageError('InvalidKey', 'Invalid key: a file name without slashes is expected')
}

function readBucket(rest: string): StorageCall {
  return rest.includes('/') ? refuse('lifecycle', 'files have no versions')() : ofBucket(rest, 'read bucket')
}

function refuse(feature: string, reason: string): () => never {
  return () => {
    throw new StorageError('NotSupported', `The feature ${feature} is not enabled for this resource: ${reason}`)
  }
}

function ofBucket<T extends StorageCall['action']>(rest: string, action: T): { action: T } {
  if (rest === STORAGE_BUCKET) return { action }
  throw rest.includes('/') ? notFound() : noBucket()
}

function inBucket(path: string): string {
  const slash = path.indexOf('/')
  if (slash < 1) throw notFound()
  if (path.slice(0, slash) !== STORAGE_BUCKET) throw noBucket()
  try {
    return decodeURIComponent(path.slice(slash + 1))
  } catch {
    throw new StorageError('InvalidKey', 'Invalid key')
  }
}

/** @returns null when the file is not to be saved, '' when no usable name is given */
function downloadName(parameters: URLSearchParams): string | null {
  const name = parameters.get('download')
  return name && (fileNameOf(name) ?? '')
}

/** The client adds a cacheNonce to get past caches; it changes nothing. */
function offeredWidth(parameters: URLSearchParams): number {
  const width = IMAGE_WIDTHS.find((offered) => String(offered) === parameters.get('width'))
  const names = [...parameters.keys()].filter((name) => name !== 'cacheNonce')
  if (!width || names.length > 1) {
    throw new StorageError('InvalidRequest', `Images come with width=${IMAGE_WIDTHS.join(', ')} and nothing else`)
  }
  return width
}

function tokenOf(parameters: URLSearchParams): string {
  const token = parameters.get('token')
  if (!token) throw new StorageError('InvalidRequest', "querystring must have required property 'token'")
  return token
}

function notFound(): StorageError {
  return new StorageError('NotFound', 'There is nothing at this address')
}

function noBucket(): StorageError {
  return new StorageError('NoSuchBucket', 'Bucket not found')
}
