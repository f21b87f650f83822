import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|html|json|txt|xml|webmanifest)$/

/** Smallest file worth compressing, in bytes: below it the answer fits one packet anyway. */
const SMALLEST = 400

/** Writes a brotli and a gzip form beside every text file of a build. */
export async function precompress(folder: string): Promise<void> {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(file)) continue
    const path = join(folder, file)
    const bytes = readFileSync(path)
    if (bytes.length < SMALLEST) continue
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
