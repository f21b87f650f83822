import { join } from 'node:path'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import type { FileStore } from '#backend/storage/file-store.ts'
import { folderStore } from '#backend/storage/folder-store.ts'
import { s3Store } from '#backend/storage/s3-store.ts'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'
import type { Config } from './config.ts'
import { log } from './log.ts'

/**
 * Opens the store for uploaded files: the object storage of the S3_ settings, else a folder in DATA_DIR.
 * @throws StartupError when the object storage rejects a write
 */
export async function openFileStore(config: Config): Promise<FileStore> {
  const { s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket } = config
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    return folderStore(join(config.dataDir, 'uploads', STORAGE_BUCKET))
  const store = s3Store({ endpoint, region, bucket, accessKeyId, secretAccessKey }, `${STORAGE_BUCKET}/`)
  await checkWritable(store)
  return store
}

/** Wrong settings are an error; an unreachable storage only causes a warning, because pages can be read without it. */
async function checkWritable(store: FileStore): Promise<void> {
  try {
    await store.put('write-test', new Uint8Array([1]), 'application/octet-stream')
    await store.remove(['write-test'])
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    if (!(cause instanceof Error && cause.cause))
      throw new StartupError(`The object storage of S3_ENDPOINT cannot be used (${reasonOf(cause)}).`)
    log.warn('The object storage of S3_ENDPOINT cannot be reached', { error: cause })
  }
}
