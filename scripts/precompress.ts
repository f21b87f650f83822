import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|html|json|txt|xml|webmanifest)$/

/** Size in bytes below which files are not compressed, because the response fits one packet. */
const MIN_BYTES = 400

/** Writes a brotli and a gzip variant beside every text file of a build. */
export async function precompress(folder: string): Promise<void> {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(file)) continue
    const path = join(folder, file)
    const bytes = readFileSync(path)
    if (bytes.length < MIN_BYTES) continue
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
