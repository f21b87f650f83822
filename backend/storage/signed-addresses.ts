import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'
import { StorageError } from './storage-error.ts'

interface SignedFile {
  name: string
  /** Pixels, for the variant of an image. */
  width?: number | undefined
}

/**
 * Signs addresses of files that end. Their key differs from the one of sessions, so that neither token passes for the
 * other. Source: docs/behaviour/storage.md#signed-addresses
 */
export function createSignedAddresses(jwtSecret: string) {
  const key = createHmac('sha256', jwtSecret).update('signed addresses of files').digest()

  return {
    /**
     * @param seconds until the address ends
     * @returns the address after /storage/v1
     */
    async sign({ name, width }: SignedFile, seconds: number): Promise<string> {
      const now = Math.floor(Date.now() / 1000)
      const token = await new SignJWT({ url: `${STORAGE_BUCKET}/${name}`, ...(width && { width }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key)
      return `${width ? '/render/image' : '/object'}/sign/${STORAGE_BUCKET}/${name}?token=${token}`
    },

    /**
     * @returns the seconds that remain, and the width of a variant
     * @throws StorageError when the address has ended or was signed for another file
     */
    async verify(token: string, name: string): Promise<{ seconds: number; width: unknown }> {
      const { url, width, exp = 0 } = await readToken(token, key)
      if (url !== `${STORAGE_BUCKET}/${name}`) throw new StorageError('InvalidSignature', 'Invalid signature')
      return { seconds: exp - Math.floor(Date.now() / 1000), width }
    },
  }
}

async function readToken(token: string, key: Buffer) {
  try {
    return (await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp', 'url'] })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new StorageError('InvalidJWT', error.message)
    throw error
  }
}
